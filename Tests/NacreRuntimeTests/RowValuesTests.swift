import Nacre
import NacreTesting
import Testing

@testable import NacreRuntime

@Suite
struct RowValuesTests {
    /// The fields of a row of ``Shelf`` as JSON, by name.
    private typealias Fields = [String: String]

    /// A runtime with generated events, and the row of place `a` after each of them.
    private func filled(_ seed: UInt64) async throws -> (Runtime, [Fields?]) {
        let runtime = try Runtime(on: Storage(store: InMemoryEventStore())) { Shelf() }
        var random = SimulationRandom(seed: seed)
        var rows: [Fields?] = [nil]
        for position in 1...40 {
            let place = Int.random(in: 0..<3, using: &random) > 0 ? "a" : "b"
            let isTaken = Int.random(in: 0..<6, using: &random) == 0
            let count = Int.random(in: 0..<3, using: &random)
            let event: ShelfEvent = isTaken ? .took(place: place) : .put(place: place, count: count)
            try await runtime.store.append([ShelfEvent.codec.encode(event)], to: "shelf-\(position % 2)")
            // The fold, without the code under test.
            let before = rows[position - 1]
            switch (place, isTaken) {
            case ("a", true): rows.append(nil)
            case ("a", false):
                let last = before.map { $0["count"] == "\(count)" ? $0["last"] : "\(position)" } ?? "null"
                rows.append(["count": "\(count)", "last": last ?? "null"])
            default: rows.append(before)
            }
        }
        return (runtime, rows)
    }

    @Test(arguments: UInt64(0)..<20)
    func `the origin of a row's value is the event since which every prefix of the log has it`(
        seed: UInt64
    ) async throws {
        let (runtime, rows) = try await filled(seed)
        for end in rows.indices {
            let found = try await runtime.rowValues(of: "a", in: "shelf", asOf: .position(Position(end)))
            #expect((found == nil) == rows[...end].allSatisfy { $0 == nil })
            #expect(found?.isPresent ?? false == (rows[end] != nil))
            let changes = found?.changes ?? []
            #expect(changes.map(\.path.text).sorted() == (rows[end] ?? [:]).keys.sorted())
            for change in changes {
                let value = rows[end]?[change.path.text]
                #expect(change.json.map { String(decoding: $0, as: UTF8.self) } == value)
                let last = rows[...end].lastIndex { $0?[change.path.text] != value } ?? 0
                #expect(change.origin?.position == Position(last + 1), "\(change.path) at \(end)")
            }
        }
    }

    @Test func `the names of rows are those under which their projection knows them, up to a limit`() async throws {
        let runtime = try Runtime(on: Storage(store: InMemoryEventStore())) { Shelf() }
        for place in ["b", "a", "c"] {
            try await runtime.store.append([ShelfEvent.codec.encode(.put(place: place, count: 1))], to: "shelf-1")
        }
        #expect(try runtime.models.rowNames(of: "shelf", limit: 9) == [], "the read model was not read yet")
        _ = try await runtime.models.rows(of: "shelf")
        #expect(try runtime.models.rowNames(of: "shelf", limit: 9) == ["a", "b", "c"])
        #expect(try runtime.models.rowNames(of: "shelf", limit: 2) == ["a", "b"])
        #expect(throws: EventStoreError.self) { try runtime.models.rowNames(of: "shelve", limit: 2) }
    }

    @Test(arguments: UInt64(0)..<10)
    func `all values of a row are those that the prefixes of the log have`(seed: UInt64) async throws {
        let (runtime, rows) = try await filled(seed)
        var expected: [String] = []
        for position in rows.indices.dropFirst() {
            for field in ["count", "last"] where rows[position]?[field] != rows[position - 1]?[field] {
                expected.append("\(position) \(field) \(rows[position]?[field] ?? "removed")")
            }
        }
        let found = try await runtime.rowValues(of: "a", in: "shelf", isComplete: true)
        let values = (found?.changes ?? []).map { change in
            let value = change.json.map { String(decoding: $0, as: UTF8.self) } ?? "removed"
            return "\(change.origin?.position ?? 0) \(change.path.text) \(value)"
        }
        #expect(values == expected)
    }

    @Test func `a row that never existed, or a missing projection, has no values`() async throws {
        let (runtime, _) = try await filled(1)
        #expect(try await runtime.rowValues(of: "c", in: "shelf") == nil)
        await #expect(throws: EventStoreError.self) { try await runtime.rowValues(of: "a", in: "shelves") }
    }

    @Test func `rows of other tables, and of names that only look the same, have values of their own`() async throws {
        let runtime = try Runtime(on: Storage(store: InMemoryEventStore())) { Visitors() }
        let events: [ShelfEvent] = [
            .put(place: "caf\u{E9}", count: 1), .put(place: "cafe\u{301}", count: 2), .put(place: "\"ada\"", count: 3),
            .put(place: "ada", count: 4), .took(place: "ada"), .took(place: "grace"), .put(place: "grace", count: 7),
        ]
        for event in events { try await runtime.store.append([ShelfEvent.codec.encode(event)], to: "shelf-1") }
        func values(_ name: String) async throws -> [String]? {
            let found = try await runtime.rowValues(of: name, in: "visitors", isComplete: true)
            return found?.changes.map {
                "\($0.origin?.position ?? 0): \(String(decoding: $0.json ?? [], as: UTF8.self))"
            }
        }
        #expect(try await values("caf\u{E9}") == ["1: 1"])
        #expect(try await values("cafe\u{301}") == ["2: 2"])
        #expect(try await values("\"ada\"") == ["3: 3"])
        #expect(try await values("ada") == ["4: 4"])
        // The row that is found first counts.
        #expect(try await values("grace") == ["6: -1"])
        // A number is a key however it is written.
        #expect(try await values("007") == ["7: 8"])
    }
}

/// Who was seen how often; what was taken is in another table, and the names by number in a third one.
private struct Visitors: TableProjection {
    struct Visitor: Codable, Hashable { var seen = 0 }

    static let visitors = Table<String, Visitor>()
    static let absent = Table<String, Visitor>(after: visitors)
    static let numbers = Table<Position, Visitor>(after: absent)
    static let tables: TableSet = [visitors, absent, numbers]

    func apply(_ event: ShelfEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {
        switch event {
        case .put(let place, let count):
            try tables.visitors.set(Visitor(seen: count), at: place)
            if count == 7 { try tables.numbers.set(Visitor(seen: 8), at: 7) }
        case .took(let place): try tables.absent.set(Visitor(seen: -1), at: place)
        }
    }
}

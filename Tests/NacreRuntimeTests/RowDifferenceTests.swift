import DomainKit
import Nacre
import NacreTesting
import Testing

@testable import NacreRuntime

@Suite
struct RowDifferenceTests {
    /// A difference as a test computes it.
    fileprivate struct Expected: Hashable {
        var place: String
        var before: Int?
        var after: Int?
        var positions: [Position]
    }

    private func runtime(_ seed: UInt64, events: Int = 40) async throws -> Runtime {
        let runtime = try Runtime(on: Storage(store: InMemoryEventStore())) { Shelf() }
        var random = SimulationRandom(seed: seed)
        for _ in 0..<events {
            let place = "p\(Int.random(in: 0..<6, using: &random))"
            let happened: ShelfEvent =
                random.chance(0.3) ? .took(place: place) : .put(place: place, count: .random(in: 0..<3, using: &random))
            var event = try ShelfEvent.codec.encode(happened)
            event.time = Instant(nanosecondsSince1970: Int64.random(in: 0..<20, using: &random), decimals: 9)
            try await runtime.store.append([event], to: "shelf-\(Int.random(in: 0..<3, using: &random))")
            if random.chance(0.2) { try await runtime.store.append([EventData(type: "Noise", data: [])], to: "other") }
        }
        return runtime
    }

    /// The differences by a fold of the events, without the code under test.
    private func expected(
        _ runtime: Runtime, earlier: (RecordedEvent) -> Bool, later: (RecordedEvent) -> Bool
    ) async throws -> [Expected] {
        struct Row: Equatable {
            var count: Int
            var last: Position?
        }
        func apply(_ event: RecordedEvent, to rows: inout [String: Row]) throws -> String? {
            switch try ShelfEvent.codec.decode(event) {
            case .put(let place, let count):
                let old = rows[place]
                rows[place] = Row(count: count, last: old.map { $0.count == count ? $0.last : event.position } ?? nil)
                return old == rows[place] ? nil : place
            case .took(let place): return rows.removeValue(forKey: place) == nil ? nil : place
            case nil: return nil
            }
        }
        let events = try await runtime.store.readLog(matching: .categories("shelf")).collect()
        var before: [String: Row] = [:]
        for event in events where earlier(event) { _ = try apply(event, to: &before) }
        var after: [String: Row] = [:]
        var positions: [String: [Position]] = [:]
        for event in events where later(event) {
            let changed = try apply(event, to: &after)
            if let changed, !earlier(event) { positions[changed, default: []].append(event.position) }
        }
        return Set(before.keys).union(after.keys).sorted().filter { before[$0] != after[$0] }.map {
            Expected(
                place: $0, before: before[$0]?.count, after: after[$0]?.count, positions: positions[$0] ?? [])
        }
    }

    private func found(
        _ runtime: Runtime, from: Runtime.Moment, to: Runtime.Moment?, held: Int
    ) async throws -> [Expected] {
        var found: [Expected] = []
        try await runtime.forEachRowDifference(of: "shelf", from: from, to: to, held: held) { difference, origins in
            let count = difference.fields.first { $0.path == "count" }
            func number(_ json: [UInt8]?) -> Int? { json.flatMap { Int(String(decoding: $0, as: UTF8.self)) } }
            let shown = { (text: String?) in text.flatMap { Self.count(in: $0) } }
            #expect(count.map { number($0.before) } ?? shown(difference.before) == shown(difference.before))
            #expect(count.map { number($0.after) } ?? shown(difference.after) == shown(difference.after))
            #expect(origins.count >= origins.positions.count)
            found.append(
                Expected(
                    place: difference.name ?? "", before: shown(difference.before), after: shown(difference.after),
                    positions: origins.positions))
            return true
        }
        return found
    }

    /// The count in a description such as `Place p1: count 2, last nil`.
    private static func count(in text: String) -> Int? {
        text.split(separator: "count ").last.flatMap { Int($0.prefix { $0.isNumber }) }
    }

    @Test(arguments: UInt64(0)..<15)
    func `between two positions, the rows and the events are those that a fold gives`(seed: UInt64) async throws {
        let runtime = try await runtime(seed)
        let head = try await runtime.store.head()
        for (first, last) in [(0, head), (head / 3, head), (head / 2, head / 2 + 3), (0, 5), (head, head)] {
            let expected = try await expected(runtime) {
                $0.position <= first
            } later: {
                $0.position <= last
            }
            for held in [1, 2, 100] {
                let found = try await found(runtime, from: .position(first), to: .position(last), held: held)
                #expect(found == expected.map(\.cut), "from \(first) to \(last), \(held) held")
            }
            #expect(first != last || expected.isEmpty)
        }
        await runtime.close()
    }

    @Test(arguments: UInt64(0)..<10)
    func `between two times of events, only those events count, in log order`(seed: UInt64) async throws {
        let runtime = try await runtime(seed)
        for (first, last) in [(5, 15), (0, 19), (10, 11)] as [(Int64, Int64)] {
            let (from, to) = (
                Instant(nanosecondsSince1970: first, decimals: 9), Instant(nanosecondsSince1970: last, decimals: 9)
            )
            let expected = try await expected(runtime) {
                $0.time <= from
            } later: {
                $0.time <= to
            }
            let found = try await found(runtime, from: .happened(by: from), to: .happened(by: to), held: 2)
            #expect(found == expected.map(\.cut))
        }
        await runtime.close()
    }

    @Test
    func `the last events are kept, and all are counted`() async throws {
        let runtime = try Runtime(on: Storage(store: InMemoryEventStore())) { Shelf() }
        for count in 1...20 {
            let event = try ShelfEvent.codec.encode(.put(place: "p", count: count))
            try await runtime.store.append([event], to: "shelf-1")
        }
        var kept: RowOrigins?
        try await runtime.forEachRowDifference(of: "shelf", from: .position(0), to: nil) { _, origins in
            kept = origins
            return true
        }
        #expect(kept?.count == 20)
        #expect(kept?.positions == Array(13...20))
        await runtime.close()
    }

    @Test(arguments: [1, 100])
    func `a row that is removed and added again under another key is one change, with all its events`(
        held: Int
    ) async throws {
        let runtime = try Runtime(on: Storage(store: InMemoryEventStore())) { Boxes() }
        let again: [ParcelEvent] = [.lost, .packed(label: ""), .lost, .packed(label: ""), .weighed(grams: 8)]
        var events: [(ParcelEvent, String)] = [
            (.packed(label: ""), "café"), (.packed(label: ""), "cafe\u{301}"), (.weighed(grams: 5), "café"),
        ]
        for event in again { events.append((event, "café")) }
        events += [(.lost, "cafe\u{301}"), (.packed(label: ""), "new")]
        for (event, label) in events {
            try await runtime.store.append([try ParcelEvent.codec.encode(event)], to: StreamName("parcel-\(label)"))
        }
        var found: [String] = []
        try await runtime.forEachRowDifference(
            of: "boxes", from: .position(3), to: nil, held: held
        ) { difference, origins in
            guard difference.place.table == Boxes.parcels.number else { return true }
            let kind = difference.before == nil ? "added" : difference.after == nil ? "removed" : "changed"
            let fields = kind == "changed" ? difference.fields.map(\.path.text).joined() : "all"
            found.append("\(kind) \(difference.name?.utf8.count ?? 0) \(fields) \(origins.positions)")
            return true
        }
        // The removed one has another name in bytes, though it looks the same.
        #expect(found == ["removed 6 all [9]", "changed 5 grams [4, 5, 6, 7, 8]", "added 3 all [10]"])
        await runtime.close()
    }

    @Test
    func `the live read model is compared with an earlier one as well`() async throws {
        let runtime = try await runtime(1)
        let live = runtime.models
        let differences = try await runtime.asOf(.position(10)) { past in
            try await live.differences(of: "shelf", from: past)
        }
        let expected = try await expected(runtime) {
            $0.position <= 10
        } later: { _ in
            true
        }
        #expect(differences.map(\.name) == expected.map(\.place))
        // Each row once, however the differences are divided.
        let first = try await runtime.asOf(.position(10)) { past in
            try await live.differences(of: "shelf", from: past, limit: 2)
        }
        let rest = try await runtime.asOf(.position(10)) { past in
            try await live.differences(of: "shelf", from: past, after: first.last?.place)
        }
        #expect(first.count == 2)
        #expect(first + rest == differences)
        await runtime.close()
    }

    @Test
    func `moments that are not in order, or of two clocks, are refused`() async throws {
        let runtime = try await runtime(1)
        let time = Instant(nanosecondsSince1970: 5, decimals: 9)
        let earlier = Instant(nanosecondsSince1970: 4, decimals: 9)
        for (first, last) in [
            (.position(3), .position(2)), (.happened(by: time), .happened(by: earlier)), (.happened(by: time), nil),
            (.position(1), .happened(by: time)),
        ] as [(Runtime.Moment, Runtime.Moment?)] {
            let error = await #expect(throws: EventStoreError.self) { try await runtime.span(from: first, to: last) }
            #expect(error?.code == .invalidArgument)
        }
        await runtime.close()
    }
}

extension RowDifferenceTests.Expected {
    /// With the positions that are kept.
    fileprivate var cut: Self {
        var cut = self
        cut.positions = Array(positions.suffix(RowOrigins.maxPositions))
        return cut
    }
}

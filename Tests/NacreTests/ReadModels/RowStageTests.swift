import TestRandomness
import Testing

@testable import Nacre

/// A row of a table with a unique and a non-unique index.
private struct Person: Equatable {
    var name: String
    var town: String

    var bytes: [UInt8] {
        var row = RowWriter()
        row.text(name)
        row.text(town)
        return row.bytes
    }

    init(name: String, town: String) {
        self.name = name
        self.town = town
    }

    init(bytes: [UInt8]) throws {
        var row = RowReader(bytes.span)
        name = try row.text()
        town = try row.text()
        try row.end()
    }
}

@Suite struct RowStageTests {
    private static let byName = TableIndex<Position, Person, String>(1, isUnique: true, of: { $0.name })
    private static let byTown = TableIndex<Position, Person, String>(2) { [$0.town] }
    private static let people = Table<Position, Person>(0, encode: { $0.bytes }, decode: Person.init(bytes:))
        .indexed(by: byName).indexed(by: byTown)

    private let store = InMemoryReadModelStore()

    /// Changes rows through a stage, and writes the changes.
    private func stage(_ body: (RowStage) throws -> Void) throws {
        let changes = try store.read("m") { reader in
            let stage = RowStage(over: reader)
            try body(stage)
            return try StagedChanges(stage)
        }
        try store.write("m") { try changes.write(to: $0) }
    }

    private func rows(
        _ reader: any ReadModelReader, in table: UInt8, within range: RowRange = RowRange()
    ) throws -> [[[UInt8]]] {
        var rows: [[[UInt8]]] = []
        try reader.forEachRow(in: table, within: range) { key, value in
            rows.append([key, value])
            return true
        }
        return rows
    }

    @Test func `a staged row is read again before it is written, as bytes and as a row`() throws {
        let ada = Person(name: "ada", town: "London")
        try stage { stage in
            try Self.people.set(ada, at: 1, in: stage)
            #expect(try Self.people.row(at: 1, in: stage) == ada)
            #expect(try stage.value(for: .key(of: 1), in: 0) == ada.bytes)
            #expect(try Self.people.firstRow(with: "ada", by: Self.byName, in: stage)?.key == 1)
            #expect(try Self.byTown.firstKey(with: "London", in: stage) == 1)
            // Rows set as bytes are read as rows.
            let bob = Person(name: "bob", town: "Paris")
            try stage.setValue(bob.bytes, for: .key(of: 2), in: 0)
            #expect(try Self.people.row(at: 2, in: stage) == bob)
            #expect(try Self.people.row(at: 2, in: stage) == bob)
        }
        #expect(try store.read("m") { try Self.people.row(at: 1, in: $0) } == ada)
    }

    @Test func `nothing reaches the model before it is written`() throws {
        try stage { stage in
            try stage.setValue([1], for: [7], in: 3)
            #expect(try store.read("m") { try rows($0, in: 3) } == [])
        }
        #expect(try store.read("m") { try rows($0, in: 3) } == [[[7], [1]]])
    }

    @Test func `a row that is read twice is fetched once`() throws {
        try store.write("m") { try Self.people.set(Person(name: "ada", town: "London"), at: 1, in: $0) }
        try store.read("m") { (reader) throws in
            let watched = WatchedReader(base: reader)
            let stage = RowStage(over: watched)
            for _ in 0..<3 {
                #expect(try Self.people.firstRow(with: "ada", by: Self.byName, in: stage)?.row.town == "London")
                #expect(try Self.byName.firstKey(with: "bob", in: stage) == nil)
            }
            #expect(watched.lookups == 3)
            let written = NotedWrites()
            try written.write("m") { try StagedChanges(stage).write(to: $0) }
            #expect(written.rows == 0)
        }
    }

    @Test func `rows cached by a batch are known to the next, which writes only its own changes`() throws {
        try store.write("m") { try $0.setValue([1], for: [1], in: 0) }
        try store.read("m") { (reader) throws in
            let watched = WatchedReader(base: reader)
            let first = RowStage(over: watched)
            _ = try first.value(for: [1], in: 0)
            try first.setValue([2], for: [2], in: 0)
            let next = RowStage(over: watched, keeping: first.release(generation: 1, parts: 1))
            #expect(try next.value(for: [1], in: 0) == [1])
            #expect(try next.value(for: [2], in: 0) == [2])
            #expect(watched.lookups == 1)
            try next.setValue([9], for: [1], in: 0)
            let written = NotedWrites()
            try written.write("m") { try StagedChanges(next).write(to: $0) }
            #expect(written.rows == 1)
            #expect(try written.read("m") { try $0.value(for: [1], in: 0) } == [9])
        }
    }

    @Test func `rows in two forms are one table, whichever form sets them`() throws {
        let towns = Table<Position, [UInt8]>(0, encode: { $0.reversed() }, decode: { $0.reversed() })
        try stage { stage in
            // First as bytes, then in one form, then in the other, which sees the bytes of the first.
            try stage.setValue([1, 2], for: .key(of: 1), in: 0)
            #expect(try towns.row(at: 1, in: stage) == [2, 1])
            try towns.set([4, 3], at: 2, in: stage)
            #expect(try stage.value(for: .key(of: 2), in: 0) == [3, 4])
            let ada = Person(name: "ada", town: "Rome")
            try Self.people.set(ada, at: 3, in: stage)
            #expect(try towns.row(at: 3, in: stage) == ada.bytes.reversed())
            #expect(try Self.people.row(at: 3, in: stage) == ada)
            try stage.removeValue(for: .key(of: 1), in: 0)
            #expect(try towns.row(at: 1, in: stage) == nil)
        }
        #expect(try store.read("m") { try towns.row(at: 2, in: $0) } == [4, 3])
        #expect(try store.read("m") { try Self.people.row(at: 3, in: $0)?.town } == "Rome")
    }

    @Test func `cached rows are handed out once, and only for their own tables`() throws {
        let checkpoint = Checkpoint(storeID: StoreID(EventID(high: 1, low: 2)), position: 3, fingerprint: 4)
        let state = ReadModelState(schemaVersion: 1, checkpoint: checkpoint)
        let other = ReadModelState(schemaVersion: 2, checkpoint: checkpoint)
        let content = CachedRows.Content(tables: [], count: 0, batch: 1, generation: 7, parts: 2)
        let kept = CachedRows()
        func known(in state: ReadModelState?, generation: UInt64?, parts: Int) -> Bool {
            kept.put(content)
            kept.confirm(ReadModelState(schemaVersion: 1, checkpoint: checkpoint))
            let isKnown = kept.take(in: state, generation: generation, parts: parts) != nil
            #expect(kept.take(in: state, generation: generation, parts: parts) == nil)
            return isKnown
        }
        #expect(known(in: state, generation: 7, parts: 2))
        #expect(!known(in: other, generation: 7, parts: 2))
        #expect(!known(in: nil, generation: 7, parts: 2))
        #expect(!known(in: state, generation: 8, parts: 2))
        #expect(!known(in: state, generation: 7, parts: 1))
        // Not before the changes are written.
        kept.put(content)
        #expect(kept.take(in: nil, generation: 7, parts: 2) == nil)
        // Nor if the last write was of a batch without this part.
        kept.put(content)
        kept.confirm(state)
        kept.confirm(state)
        #expect(kept.take(in: state, generation: 7, parts: 2) == nil)
    }

    @Test func `a full stage drops rows that were only read`() throws {
        try store.write("m") { writer in
            for key in UInt8(0)..<20 { try writer.setValue([key], for: [key], in: 0) }
        }
        try store.read("m") { (reader) throws in
            let stage = RowStage(over: reader)
            for key in UInt8(0)..<10 { _ = try stage.value(for: [key], in: 0) }
            #expect(!stage.isFull(at: 11))
            #expect(!stage.isFull(at: 10))
            #expect(stage.count == 0)
            for key in UInt8(0)..<10 { try stage.setValue([100], for: [key], in: 0) }
            #expect(stage.isFull(at: 10))
            #expect(try stage.value(for: [3], in: 0) == [100])
            #expect(try stage.value(for: [15], in: 0) == [15])
        }
    }

    @Test func `a unique term of another row is a conflict, from before or from the same batch`() throws {
        try store.write("m") { try Self.people.set(Person(name: "ada", town: "London"), at: 1, in: $0) }
        try stage { stage in
            #expect(throws: TableIndexConflict.self) {
                try Self.people.set(Person(name: "ada", town: "Paris"), at: 2, in: stage)
            }
            try Self.people.set(Person(name: "bob", town: "Paris"), at: 3, in: stage)
            #expect(throws: TableIndexConflict.self) {
                try Self.people.set(Person(name: "bob", town: "Rome"), at: 4, in: stage)
            }
            // A released name can be taken in the same batch.
            try Self.people.set(Person(name: "eve", town: "Paris"), at: 3, in: stage)
            try Self.people.set(Person(name: "bob", town: "Rome"), at: 4, in: stage)
            #expect(try Self.byName.firstKey(with: "bob", in: stage) == 4)
            // So can the name of a removed row, whether it was removed before the batch or in it.
            for key: Position in [1, 4] { try Self.people.remove(at: key, in: stage) }
            try Self.people.set(Person(name: "ada", town: "Rome"), at: 5, in: stage)
            try Self.people.set(Person(name: "bob", town: "Rome"), at: 6, in: stage)
            #expect(try Self.byName.firstKey(with: "ada", in: stage) == 5)
            #expect(try Self.byName.firstKey(with: "bob", in: stage) == 6)
        }
    }

    @Test func `a rejected update leaves the row and all of its indexes unchanged`() throws {
        // The rejecting index comes after another one, which must not have moved its entry by then.
        let people = Table<Position, Person>(0, encode: { $0.bytes }, decode: Person.init(bytes:))
            .indexed(by: Self.byTown).indexed(by: Self.byName)
        func expectBob(_ reader: any ReadModelReader) throws {
            #expect(try people.row(at: 2, in: reader) == Person(name: "bob", town: "Paris"))
            #expect(try Self.byTown.firstKey(with: "Paris", in: reader) == 2)
            #expect(try Self.byTown.firstKey(with: "Rome", in: reader) == nil)
            #expect(try Self.byName.firstKey(with: "bob", in: reader) == 2)
            #expect(try Self.byName.firstKey(with: "eve", in: reader) == nil)
        }
        let long = String(repeating: "x", count: ReadModelLimits.keyBytes)
        let refused: [@Sendable (inout Person) -> Void] = [
            { $0 = Person(name: "ada", town: "Rome") },
            { $0 = Person(name: long, town: "Rome") },
            { $0 = Person(name: "eve", town: long) },
        ]
        try stage { stage in
            try people.insert(Person(name: "ada", town: "London"), at: 1, in: stage)
            try people.insert(Person(name: "bob", town: "Paris"), at: 2, in: stage)
            for change in refused {
                #expect(throws: (any Error).self) { try people.update(with: "bob", by: Self.byName, in: stage, change) }
                try expectBob(stage)
            }
        }
        try store.read("m") { try expectBob($0) }
        // The same holds where rows are written directly.
        try store.write("m") { writer in
            for change in refused {
                #expect(throws: (any Error).self) {
                    try people.update(with: "bob", by: Self.byName, in: writer, change)
                }
                try expectBob(writer)
            }
        }
    }

    /// An index entry caches the number of its row: after any changes, the cached number is checked before it is used.
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `updates find the rows of their index, in batches that cache, trim and drop rows`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var expected: [String: String] = [:]
        var kept: CachedRows.Content?
        var (moved, refused) = (0, 0)
        for batch in 0..<8 {
            let changes = try store.read("m") { (reader) throws in
                let stage = RowStage(over: reader, keeping: kept)
                for _ in 0..<60 {
                    let number = Int.random(in: 0..<30, using: &random)
                    // Some are longer than a key can hold without an allocation.
                    let name = "\(number)" + String(repeating: "-", count: number % 3 * 10)
                    let town = "\(Int.random(in: 0..<20, using: &random))"
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0:
                        let found = try Self.people.firstRow(with: name, by: Self.byName, in: stage)
                        #expect(found?.row.town == expected[name])
                        if let found { try Self.people.remove(at: found.key, in: stage) }
                        expected[name] = nil
                    case 1:
                        let other = "\(Int.random(in: 0..<40, using: &random))"
                        let isFree = other == name || expected[other] == nil
                        do {
                            let exists = try Self.people.update(with: name, by: Self.byName, in: stage) {
                                $0.name = other
                            }
                            #expect(exists == (expected[name] != nil))
                            #expect(isFree || !exists)
                            if let town = expected.removeValue(forKey: name) { expected[other] = town }
                            moved += exists ? 1 : 0
                        } catch is TableIndexConflict {
                            #expect(!isFree)
                            refused += 1
                        }
                    default:
                        if try Self.people.update(with: name, by: Self.byName, in: stage, { $0.town = town }) {
                            #expect(expected.updateValue(town, forKey: name) != nil)
                        } else {
                            // The same name returns under another key.
                            let key = Position(batch * 1_000_000 + Int.random(in: 0..<1_000_000, using: &random))
                            try Self.people.insert(Person(name: name, town: town), at: key, in: stage)
                            #expect(expected.updateValue(town, forKey: name) == nil)
                        }
                    }
                    if Int.random(in: 0..<20, using: &random) == 0 { _ = stage.isFull(at: 1) }
                }
                let changes = try StagedChanges(stage)
                kept = Bool.random(using: &random) ? stage.release(generation: 1, parts: 1) : nil
                return changes
            }
            try store.write("m") { try changes.write(to: $0) }
            try expect(expected)
        }
        #expect(moved > 0 && refused > 0)
    }

    /// The rows are these, and the indexes have their entries, and no others.
    private func expect(_ towns: [String: String]) throws {
        try store.read("m") { (reader) throws in
            var found: [String: String] = [:]
            try Self.people.forEachRow(in: reader) { key, person in
                #expect(found.updateValue(person.town, forKey: person.name) == nil)
                #expect(try Self.byName.firstKey(with: person.name, in: reader) == key)
                var keys: [Position] = []
                try Self.byTown.forEachKey(with: person.town, in: reader) {
                    keys.append($0)
                    return true
                }
                #expect(keys.contains(key))
                return true
            }
            #expect(found == towns)
            for index: UInt8 in 1...2 { #expect(try rows(reader, in: index).count == towns.count) }
        }
    }

    @Test func `changes of all parts of a batch are written in key order`() throws {
        func changes(of keys: [UInt8], removing removed: UInt8) throws -> StagedChanges {
            try store.read("m") { (reader) throws in
                let stage = RowStage(over: reader)
                for key in keys { try stage.setValue([key], for: [key], in: key % 2) }
                try stage.removeValue(for: [removed], in: 0)
                return try StagedChanges(stage)
            }
        }
        var joined = try changes(of: [9, 1, 4, 30], removing: 7)
        joined.add(try changes(of: [8, 2, 3], removing: 5))
        let written = NotedWrites()
        try written.write("m") { try joined.write(to: $0) }
        #expect(written.keys.map(\.table) == [0, 0, 0, 0, 0, 0, 1, 1, 1])
        #expect(written.keys.map(\.key) == [[2], [4], [5], [7], [8], [30], [1], [3], [9]])
        #expect(try written.read("m") { try rows($0, in: 0) } == [2, 4, 8, 30].map { [[$0], [$0]] })
    }

    @Test func `a key that is too long is rejected when it is set, and a batch changes only rows`() throws {
        try stage { stage in
            let long = [UInt8](repeating: 1, count: ReadModelLimits.keyBytes + 1)
            #expect(throws: EventStoreError.self) { try stage.setValue([], for: long, in: 0) }
            #expect(throws: EventStoreError.self) { try stage.removeAll() }
            #expect(throws: EventStoreError.self) { try stage.replaceByShadow() }
            #expect(throws: EventStoreError.self) { _ = try stage.writableShadow() }
        }
    }

    /// Whatever the batches, the model always equals the one written without batches.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a stage reads like a model that is changed directly`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let twin = InMemoryReadModelStore()
        for _ in 0..<6 {
            try stage { stage in
                for _ in 0..<Int.random(in: 0...40, using: &random) {
                    let table = UInt8.random(in: 0...1, using: &random)
                    let key = Self.key(using: &random)
                    let value = [UInt8.random(in: 0...255, using: &random)]
                    switch Int.random(in: 0...9, using: &random) {
                    case 0...4:
                        try stage.setValue(value, for: key, in: table)
                        try twin.write("m") { try $0.setValue(value, for: key, in: table) }
                    case 5...6:
                        try stage.removeValue(for: key, in: table)
                        try twin.write("m") { try $0.removeValue(for: key, in: table) }
                    case 7:
                        let expected = try twin.read("m") { try $0.value(for: key, in: table) }
                        #expect(try stage.value(for: key, in: table) == expected)
                    default:
                        let range = RowRange(
                            from: Self.bound(at: key, using: &random),
                            to: Self.bound(at: Self.key(using: &random), using: &random),
                            isReversed: Bool.random(using: &random))
                        let expected = try twin.read("m") { try rows($0, in: table, within: range) }
                        #expect(try rows(stage, in: table, within: range) == expected)
                    }
                }
            }
            for table: UInt8 in 0...1 {
                let expected = try twin.read("m") { try rows($0, in: table) }
                #expect(try store.read("m") { try rows($0, in: table) } == expected)
            }
        }
    }

    /// A short key or a long one; some share a prefix.
    private static func key(using random: inout SeededGenerator) -> [UInt8] {
        let length = [0, 1, 2, 8, 9, 16, 17, 30].randomElement(using: &random) ?? 0
        return (0..<length).map { _ in UInt8.random(in: 0...1, using: &random) * 255 }
    }

    /// A bound at a key, or none.
    private static func bound(at key: [UInt8], using random: inout SeededGenerator) -> RowRange.Bound? {
        [nil, .inclusive(key), .exclusive(key)].randomElement(using: &random) ?? nil
    }

    @Test func `a reverse walk can stop anywhere, and sees changes of its body at earlier keys`() throws {
        try store.write("m") { writer in
            for number: UInt8 in [1, 3, 5] { try writer.setValue([number], for: [number], in: 0) }
        }
        try stage { stage in
            try stage.setValue([4], for: [4], in: 0)
            var seen: [UInt8] = []
            try stage.forEachRow(in: 0, within: RowRange(to: .exclusive([5]), isReversed: true)) { key, _ in
                seen += key
                if key == [4] {
                    try stage.setValue([2], for: [2], in: 0)
                    try stage.removeValue(for: [3], in: 0)
                }
                return key != [2]
            }
            #expect(seen == [4, 2])
        }
    }

    @Test func `a walk can stop anywhere, and sees changes of its body at later keys`() throws {
        try store.write("m") { writer in
            for number: UInt8 in [1, 3, 5] { try writer.setValue([number], for: [number], in: 0) }
        }
        try stage { stage in
            try stage.setValue([2], for: [2], in: 0)
            var seen: [UInt8] = []
            try stage.forEachRow(in: 0, after: nil) { key, _ in
                seen += key
                if key == [2] {
                    try stage.setValue([4], for: [4], in: 0)
                    try stage.removeValue(for: [3], in: 0)
                }
                return key != [4]
            }
            #expect(seen == [1, 2, 4])
        }
    }
}

/// Counts how often a row is looked up.
private final class WatchedReader: ReadModelReader {
    private let base: any ReadModelReader
    private(set) var lookups = 0

    init(base: any ReadModelReader) { self.base = base }

    func state() throws -> ReadModelState? { try base.state() }
    func generation() throws -> UInt64? { try base.generation() }
    func shadow() throws -> any ReadModelReader { try base.shadow() }
    func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? {
        lookups += 1
        return try base.value(for: key, in: table)
    }
    func forEachRow(in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
        try base.forEachRow(in: table, within: range, body)
    }
}

import TestRandomness
import Testing

@testable import Nacre

@Suite struct RowStageTests {
    private let store = InMemoryReadModelStore()

    @Test func `a staged row is read again before it is written, as bytes and as a row`() throws {
        let ada = Person(name: "ada", town: "London")
        try store.stage { stage in
            try People.table.set(ada, at: 1, in: stage)
            #expect(try People.table.row(at: 1, in: stage) == ada)
            #expect(try stage.value(for: .key(of: 1), in: 0) == ada.bytes)
            #expect(try People.table.firstRow(with: "ada", by: People.byName, in: stage)?.key == 1)
            #expect(try People.byTown.firstKey(with: "London", in: stage) == 1)
            // Rows set as bytes are read as rows.
            let bob = Person(name: "bob", town: "Paris")
            try stage.setValue(bob.bytes, for: .key(of: 2), in: 0)
            #expect(try People.table.row(at: 2, in: stage) == bob)
            #expect(try People.table.row(at: 2, in: stage) == bob)
        }
        #expect(try store.read("m") { try People.table.row(at: 1, in: $0) } == ada)
    }

    @Test func `nothing reaches the model before it is written`() throws {
        try store.stage { stage in
            try stage.setValue([1], for: [7], in: 3)
            #expect(try store.read("m") { try $0.allRows(in: 3) } == [])
        }
        #expect(try store.read("m") { try $0.allRows(in: 3) } == [[[7], [1]]])
    }

    @Test func `a row that is read twice is fetched once`() throws {
        try store.write("m") { try People.table.set(Person(name: "ada", town: "London"), at: 1, in: $0) }
        try store.read("m") { (reader) throws in
            let watched = WatchedReader(base: reader)
            let stage = RowStage(over: watched)
            for _ in 0..<3 {
                #expect(try People.table.firstRow(with: "ada", by: People.byName, in: stage)?.row.town == "London")
                #expect(try People.byName.firstKey(with: "bob", in: stage) == nil)
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
        try store.stage { stage in
            // First as bytes, then in one form, then in the other, which sees the bytes of the first.
            try stage.setValue([1, 2], for: .key(of: 1), in: 0)
            #expect(try towns.row(at: 1, in: stage) == [2, 1])
            try towns.set([4, 3], at: 2, in: stage)
            #expect(try stage.value(for: .key(of: 2), in: 0) == [3, 4])
            let ada = Person(name: "ada", town: "Rome")
            try People.table.set(ada, at: 3, in: stage)
            #expect(try towns.row(at: 3, in: stage) == ada.bytes.reversed())
            #expect(try People.table.row(at: 3, in: stage) == ada)
            try stage.removeValue(for: .key(of: 1), in: 0)
            #expect(try towns.row(at: 1, in: stage) == nil)
        }
        #expect(try store.read("m") { try towns.row(at: 2, in: $0) } == [4, 3])
        #expect(try store.read("m") { try People.table.row(at: 3, in: $0)?.town } == "Rome")
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
        #expect(try written.read("m") { try $0.allRows(in: 0) } == [2, 4, 8, 30].map { [[$0], [$0]] })
    }

    @Test func `a key that is too long is rejected when it is set, and a batch changes only rows`() throws {
        try store.stage { stage in
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
            try store.stage { stage in
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
                        let expected = try twin.read("m") { try $0.allRows(in: table, within: range) }
                        #expect(try stage.allRows(in: table, within: range) == expected)
                    }
                }
            }
            for table: UInt8 in 0...1 {
                let expected = try twin.read("m") { try $0.allRows(in: table) }
                #expect(try store.read("m") { try $0.allRows(in: table) } == expected)
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
        try store.stage { stage in
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
        try store.stage { stage in
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

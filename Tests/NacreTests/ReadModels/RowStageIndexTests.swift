import TestRandomness
import Testing

@testable import Nacre

@Suite struct RowStageIndexTests {
    private let store = InMemoryReadModelStore()

    @Test func `a unique term of another row is a conflict, from before or from the same batch`() throws {
        try store.write("m") { try People.table.set(Person(name: "ada", town: "London"), at: 1, in: $0) }
        try store.stage { stage in
            #expect(throws: TableIndexConflict.self) {
                try People.table.set(Person(name: "ada", town: "Paris"), at: 2, in: stage)
            }
            try People.table.set(Person(name: "bob", town: "Paris"), at: 3, in: stage)
            #expect(throws: TableIndexConflict.self) {
                try People.table.set(Person(name: "bob", town: "Rome"), at: 4, in: stage)
            }
            // A released name can be taken in the same batch.
            try People.table.set(Person(name: "eve", town: "Paris"), at: 3, in: stage)
            try People.table.set(Person(name: "bob", town: "Rome"), at: 4, in: stage)
            #expect(try People.byName.firstKey(with: "bob", in: stage) == 4)
            // So can the name of a removed row, whether it was removed before the batch or in it.
            for key: Position in [1, 4] { try People.table.remove(at: key, in: stage) }
            try People.table.set(Person(name: "ada", town: "Rome"), at: 5, in: stage)
            try People.table.set(Person(name: "bob", town: "Rome"), at: 6, in: stage)
            #expect(try People.byName.firstKey(with: "ada", in: stage) == 5)
            #expect(try People.byName.firstKey(with: "bob", in: stage) == 6)
        }
    }

    @Test func `a rejected update leaves the row and all of its indexes unchanged`() throws {
        // The rejecting index comes after another one, which must not have moved its entry by then.
        let people = Table<Position, Person>(0, encode: { $0.bytes }, decode: Person.init(bytes:))
            .indexed(by: People.byTown).indexed(by: People.byName)
        func expectBob(_ reader: any ReadModelReader) throws {
            #expect(try people.row(at: 2, in: reader) == Person(name: "bob", town: "Paris"))
            #expect(try People.byTown.firstKey(with: "Paris", in: reader) == 2)
            #expect(try People.byTown.firstKey(with: "Rome", in: reader) == nil)
            #expect(try People.byName.firstKey(with: "bob", in: reader) == 2)
            #expect(try People.byName.firstKey(with: "eve", in: reader) == nil)
        }
        let long = String(repeating: "x", count: ReadModelLimits.keyBytes)
        let refused: [@Sendable (inout Person) -> Void] = [
            { $0 = Person(name: "ada", town: "Rome") },
            { $0 = Person(name: long, town: "Rome") },
            { $0 = Person(name: "eve", town: long) },
        ]
        try store.stage { stage in
            try people.insert(Person(name: "ada", town: "London"), at: 1, in: stage)
            try people.insert(Person(name: "bob", town: "Paris"), at: 2, in: stage)
            for change in refused {
                #expect(throws: (any Error).self) {
                    try people.update(with: "bob", by: People.byName, in: stage, change)
                }
                try expectBob(stage)
            }
        }
        try store.read("m") { try expectBob($0) }
        // The same holds where rows are written directly.
        try store.write("m") { writer in
            for change in refused {
                #expect(throws: (any Error).self) {
                    try people.update(with: "bob", by: People.byName, in: writer, change)
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
                        let found = try People.table.firstRow(with: name, by: People.byName, in: stage)
                        #expect(found?.row.town == expected[name])
                        if let found { try People.table.remove(at: found.key, in: stage) }
                        expected[name] = nil
                    case 1:
                        let other = "\(Int.random(in: 0..<40, using: &random))"
                        let isFree = other == name || expected[other] == nil
                        do {
                            let exists = try People.table.update(with: name, by: People.byName, in: stage) {
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
                        if try People.table.update(with: name, by: People.byName, in: stage, { $0.town = town }) {
                            #expect(expected.updateValue(town, forKey: name) != nil)
                        } else {
                            // The same name returns under another key.
                            let key = Position(batch * 1_000_000 + Int.random(in: 0..<1_000_000, using: &random))
                            try People.table.insert(Person(name: name, town: town), at: key, in: stage)
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
            try People.table.forEachRow(in: reader) { key, person in
                #expect(found.updateValue(person.town, forKey: person.name) == nil)
                #expect(try People.byName.firstKey(with: person.name, in: reader) == key)
                var keys: [Position] = []
                try People.byTown.forEachKey(with: person.town, in: reader) {
                    keys.append($0)
                    return true
                }
                #expect(keys.contains(key))
                return true
            }
            #expect(found == towns)
            for index: UInt8 in 1...2 { #expect(try reader.allRows(in: index).count == towns.count) }
        }
    }
}

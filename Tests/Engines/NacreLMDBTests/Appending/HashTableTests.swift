import Nacre
import Testing

@testable import NacreLMDB

@Suite struct HashTableTests {
    /// Finds the number of a key; equal hashes are distinguished by the keys.
    private func find(_ key: Int, _ hash: UInt64, in table: HashTable<Int>, of keys: [Int]) -> Int? {
        table.find(hash, of: key) { keys[$0] == key }
    }

    @Test(arguments: [1, 7, 1_000_003])
    func `every number is found while the table grows, also for equal hashes`(distinct: Int) {
        var table = HashTable<Int>()
        var keys: [Int] = []
        // Hashes that differ only in their upper or lower half, and equal hashes.
        func hash(_ key: Int) -> UInt64 { UInt64(key % distinct) << UInt64(key % 2 == 0 ? 33 : 0) }
        for round in 0..<3 {
            let count = 3_000 * (round + 1)
            for key in 0..<count {
                #expect(find(key, hash(key), in: table, of: keys) == nil)
                keys.append(key)
                table.insert(hash(key), of: key, key) { hash(keys[$0]) }
            }
            #expect(table.count == count)
            for key in 0..<count { #expect(find(key, hash(key), in: table, of: keys) == key) }
            table.removeAll()
            keys.removeAll()
            #expect(table.count == 0)
        }
    }
}

/// Names can be computed whose hashes are equal in some bits or in all: no table may degrade to a list.
@Suite struct ChosenHashTests {
    private static let count = 20_000

    /// Sets of hashes that agree in the bits by which tables often place them.
    private static let sets: [String: @Sendable (UInt64) -> UInt64] = [
        "equal lower 32 bits": { $0 << 32 | 0x1234_5678 },
        "equal lower 44 bits": { $0 << 44 },
        "equal upper 32 bits": { 0x1234_5678 << 32 | $0 },
        "equal bits in the middle": { $0 << 49 | $0 & 0x7FFF },
        "in steps of one": { $0 },
        "all equal": { _ in 42 },
    ]

    /// The maximum length of a search if hashes are placed at random.
    private static let maxLength = 200

    /// The longest search in the best of three tables: each draws a random factor, and one in some hundreds draws one
    /// that spreads a sequence badly.
    private func maxSearchLength(in set: String, _ search: ([UInt64]) -> [Int]) throws -> Int {
        let hash = try #require(Self.sets[set])
        let hashes = (0..<UInt64(Self.count)).map(hash)
        return (0..<3).map { _ in search(hashes).max() ?? 0 }.min() ?? 0
    }

    @Test(arguments: sets.keys)
    func `a search in a hash table takes a few steps, whatever the hashes`(set: String) throws {
        let longest = try maxSearchLength(in: set) { hashes in
            var table = HashTable<Int>()
            for (key, hash) in hashes.enumerated() { table.insert(hash, of: key, key) { hashes[$0] } }
            for key in hashes.indices { #expect(table.find(hashes[key], of: key, where: { $0 == key }) == key) }
            #expect(table.find(hashes[1], of: -1, where: { _ in false }) == nil)
            // A free place after a taken one.
            #expect(hashes.contains { table.searchLength(of: $0) > 1 })
            return hashes.map { table.searchLength(of: $0) }
        }
        #expect(longest < Self.maxLength)
    }

    @Test(arguments: sets.keys)
    func `a search among a group's terms takes a few steps, whatever the hashes`(set: String) throws {
        let longest = try maxSearchLength(in: set) { hashes in
            var terms = PendingTerms()
            for (ordinal, hash) in hashes.enumerated() { terms.insert(hash, at: ordinal) }
            return hashes.map { terms.searchLength(of: $0) }
        }
        #expect(longest < Self.maxLength)
    }

    @Test(arguments: sets.keys)
    func `a search in the tail takes a few steps, whatever the hashes`(set: String) throws {
        let longest = try maxSearchLength(in: set) { hashes in
            var column = PostingColumn()
            for (row, hash) in hashes.enumerated() { column.append(hash, at: UInt32(row)) }
            var table = PostingTable()
            table.follow(column)
            return hashes.map { table.searchLength(of: $0, in: column) }
        }
        #expect(longest < Self.maxLength)
    }
}

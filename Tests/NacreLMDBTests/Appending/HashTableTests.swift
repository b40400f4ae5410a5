import Testing

@testable import NacreLMDB

@Suite struct HashTableTests {
    /// Finds the number of a key, where equal hashes are told apart by the keys.
    private func find(_ key: Int, _ hash: UInt64, in table: HashTable, of keys: [Int]) -> Int? {
        table.find(hash) { keys[$0] == key }
    }

    @Test(arguments: [1, 7, 1_000_003])
    func `every number is found again, through growth, however many hashes are equal`(distinct: Int) {
        var table = HashTable()
        var keys: [Int] = []
        // Hashes that differ in their upper or lower half alone, and hashes that do not differ.
        func hash(_ key: Int) -> UInt64 { UInt64(key % distinct) << UInt64(key % 2 == 0 ? 33 : 0) }
        for round in 0..<3 {
            let count = 3_000 * (round + 1) / (distinct == 1 ? 4 : 1)
            for key in 0..<count {
                #expect(find(key, hash(key), in: table, of: keys) == nil)
                keys.append(key)
                table.insert(hash(key), key) { hash(keys[$0]) }
            }
            #expect(table.count == count)
            for key in 0..<count { #expect(find(key, hash(key), in: table, of: keys) == key) }
            table.removeAll()
            keys.removeAll()
            #expect(table.count == 0)
        }
    }
}

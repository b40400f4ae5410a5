/// Finds numbers by the hashes of what they stand for, by open addressing.
///
/// The hashes are good ones already, so none is computed here: a dictionary would hash each again, and compare keys that
/// only share a bucket.
struct HashTable {
    /// 32 bits of the hash, and in the other 32 the number and one more; 0 where the place is free.
    private var places: [UInt64]
    private(set) var count = 0
    private static let leastPlaces = 1024

    init() {
        places = [UInt64](repeating: 0, count: Self.leastPlaces)
    }

    /// Forgets all.
    ///
    /// - Complexity: O(1) where it is empty, else O(*n*): it keeps the size that it needed this time, so that emptying it
    ///   again and again costs what was put in.
    mutating func removeAll() {
        guard count > 0 else { return }
        var size = Self.leastPlaces
        while size < count * 2 { size *= 2 }
        if size == places.count {
            for index in places.indices { places[index] = 0 }
        } else {
            places = [UInt64](repeating: 0, count: size)
        }
        count = 0
    }

    /// The number of a hash for which the body holds.
    ///
    /// - Complexity: O(1) for good hashes.
    @inline(__always)
    func find(_ hash: UInt64, where isSought: (Int) -> Bool) -> Int? {
        let mask = places.count - 1
        var index = Int(truncatingIfNeeded: hash) & mask
        while places[index] != 0 {
            let place = places[index]
            if place >> 32 == hash >> 32 {
                let number = Int(truncatingIfNeeded: place & 0xFFFF_FFFF) - 1
                if isSought(number) { return number }
            }
            index = (index + 1) & mask
        }
        return nil
    }

    /// Adds a number that is not there.
    ///
    /// - Parameters:
    ///   - hash: The hash of what it stands for.
    ///   - number: From 0 to 2³² − 2.
    ///   - hashOf: The hash of each number that is there: the table keeps half of it.
    mutating func insert(_ hash: UInt64, _ number: Int, hashOf: (Int) -> UInt64) {
        // At most half full, so that a search is short.
        if (count + 1) * 2 > places.count { grow(hashOf) }
        put(hash, number)
        count += 1
    }

    private mutating func put(_ hash: UInt64, _ number: Int) {
        let mask = places.count - 1
        var index = Int(truncatingIfNeeded: hash) & mask
        while places[index] != 0 { index = (index + 1) & mask }
        places[index] = (hash & ~0xFFFF_FFFF) | UInt64(number + 1)
    }

    private mutating func grow(_ hashOf: (Int) -> UInt64) {
        let old = places
        places = [UInt64](repeating: 0, count: old.count * 2)
        for place in old where place != 0 {
            let number = Int(truncatingIfNeeded: place & 0xFFFF_FFFF) - 1
            put(hashOf(number), number)
        }
    }
}

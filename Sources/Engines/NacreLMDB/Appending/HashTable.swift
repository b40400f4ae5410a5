/// Finds numbers by the hashes of the names that they stand for, by open addressing.
///
/// The hashes are good ones already, so none is computed here: a dictionary would hash each name again, and compare names
/// that only share a bucket. But they have no seed, so names can be chosen whose hashes crowd one part of a table: where a
/// hash goes is therefore drawn anew for each table. Names can be chosen, too, whose hashes are equal in all bits, which no
/// place tells apart: beyond ``greatestEqualHashes`` of them, a dictionary keeps them.
struct HashTable<Name: Hashable & Sendable> {
    /// How many names of one hash stand side by side.
    static var greatestEqualHashes: Int { 8 }

    private static var leastPlaces: Int { 1_024 }

    /// 32 bits of the hash, and in the other 32 the number and one more; 0 where the place is free.
    private var places: [UInt64]
    /// The numbers of names whose hashes are those of too many others.
    private var crowded: [Name: Int] = [:]
    private(set) var count = 0
    private let seed = PlaceSeed()

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
        crowded.removeAll()
        count = 0
    }

    /// The number of a name.
    ///
    /// - Parameters:
    ///   - hash: The name's hash.
    ///   - name: The name.
    ///   - isSought: Whether a number whose name may have the same hash is that of the name.
    /// - Returns: The number; `nil` where the name is not there.
    /// - Complexity: O(1) on average, whatever the hashes.
    @inline(__always)
    func find(_ hash: UInt64, of name: @autoclosure () -> Name, where isSought: (Int) -> Bool) -> Int? {
        let mask = places.count - 1
        var index = seed.place(of: hash, among: places.count)
        while places[index] != 0 {
            let place = places[index]
            if place >> 32 == hash >> 32 {
                let number = Int(truncatingIfNeeded: place & 0xFFFF_FFFF) - 1
                if isSought(number) { return number }
            }
            index = (index + 1) & mask
        }
        return crowded.isEmpty ? nil : crowded[name()]
    }

    /// Adds a name that is not there.
    ///
    /// - Parameters:
    ///   - hash: The name's hash.
    ///   - name: The name.
    ///   - number: From 0 to 2³² − 2.
    ///   - hashOf: The hash of each number that is there: the table keeps half of it.
    mutating func insert(_ hash: UInt64, of name: @autoclosure () -> Name, _ number: Int, hashOf: (Int) -> UInt64) {
        // At most half full, so that a search is short.
        if (count + 1) * 2 > places.count { grow(hashOf) }
        if !put(hash, number, besides: Self.greatestEqualHashes) { crowded[name()] = number }
        count += 1
    }

    /// How many places a search for a hash looks at that finds nothing.
    func searchLength(of hash: UInt64) -> Int {
        let mask = places.count - 1
        var index = seed.place(of: hash, among: places.count)
        var length = 1
        while places[index] != 0 {
            index = (index + 1) & mask
            length += 1
        }
        return length
    }

    /// Puts a number into the first free place for its hash, unless too many of what may be the same hash come before.
    private mutating func put(_ hash: UInt64, _ number: Int, besides most: Int) -> Bool {
        let mask = places.count - 1
        var index = seed.place(of: hash, among: places.count)
        var equal = 0
        while places[index] != 0 {
            if places[index] >> 32 == hash >> 32 {
                equal += 1
                if equal == most { return false }
            }
            index = (index + 1) & mask
        }
        places[index] = (hash & ~0xFFFF_FFFF) | UInt64(number + 1)
        return true
    }

    private mutating func grow(_ hashOf: (Int) -> UInt64) {
        let old = places
        places = [UInt64](repeating: 0, count: old.count * 2)
        for place in old where place != 0 {
            let number = Int(truncatingIfNeeded: place & 0xFFFF_FFFF) - 1
            _ = put(hashOf(number), number, besides: .max)
        }
    }
}

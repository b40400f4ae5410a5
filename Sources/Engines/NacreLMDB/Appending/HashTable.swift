/// A hash table with open addressing: finds the numbers assigned to names by the names' hashes.
///
/// Callers pass hashes that they have already; `Dictionary` would hash each name again. These hashes have no seed, so
/// names can be chosen to collide in one part of a table: the places are therefore randomised for each table. Names can
/// also be chosen whose hashes are equal in all bits: beyond ``maxEqualHashes`` of them, a dictionary holds the
/// rest.
struct HashTable<Name: Hashable & Sendable> {
    /// The maximum number of names with the same hash in the table proper.
    static var maxEqualHashes: Int { 8 }

    private static var minPlaces: Int { 1_024 }

    /// Each place: 32 bits of the hash, and in the other 32 the number plus one; 0 if the place is free.
    private var places: [UInt64]
    /// The numbers of names beyond the limit on equal hashes.
    private var overflow: [Name: Int] = [:]
    private(set) var count = 0
    private let seed = HashSlotSeed()

    init() {
        places = [UInt64](repeating: 0, count: Self.minPlaces)
    }

    /// Removes all entries.
    ///
    /// - Complexity: O(1) if the table is empty, otherwise O(*n*). The capacity shrinks to what the last use needed, so
    ///   clearing costs no more than was inserted.
    mutating func removeAll() {
        guard count > 0 else { return }
        var size = Self.minPlaces
        while size < count * 2 { size *= 2 }
        if size == places.count {
            for index in places.indices { places[index] = 0 }
        } else {
            places = [UInt64](repeating: 0, count: size)
        }
        overflow.removeAll()
        count = 0
    }

    /// Finds the number of a name.
    ///
    /// - Parameters:
    ///   - hash: The name's hash.
    ///   - name: The name.
    ///   - isSought: Whether a candidate number belongs to the name; called for names that may have the same hash.
    /// - Returns: The number; `nil` if the name is not in the table.
    /// - Complexity: O(1) on average, for any set of hashes.
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
        return overflow.isEmpty ? nil : overflow[name()]
    }

    /// Prefetches the place at which the search for a hash begins.
    @inline(__always)
    func prefetchPlace(of hash: UInt64) {
        unsafe places.withUnsafeBufferPointer { places in
            if let first = places.baseAddress { unsafe prefetch(first + seed.place(of: hash, among: places.count)) }
        }
    }

    /// The number at that place, of whatever name; `nil` if it is free.
    @inline(__always)
    func firstNumber(of hash: UInt64) -> Int? {
        let place = places[seed.place(of: hash, among: places.count)]
        return place == 0 ? nil : Int(truncatingIfNeeded: place & 0xFFFF_FFFF) - 1
    }

    /// Adds a name that is not in the table.
    ///
    /// - Parameters:
    ///   - hash: The name's hash.
    ///   - name: The name.
    ///   - number: From 0 to 2³² − 2.
    ///   - hashOf: The hash of a number in the table, of which the table stores only half.
    mutating func insert(_ hash: UInt64, of name: @autoclosure () -> Name, _ number: Int, hashOf: (Int) -> UInt64) {
        // At most half full, so that probe sequences are short.
        if (count + 1) * 2 > places.count { grow(hashOf) }
        if !put(hash, number, besides: Self.maxEqualHashes) { overflow[name()] = number }
        count += 1
    }

    /// The number of places that an unsuccessful search for a hash visits.
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

    /// Puts a number into the first free place for its hash; fails after too many possibly equal hashes.
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

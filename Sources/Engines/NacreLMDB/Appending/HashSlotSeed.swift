/// Randomises the places of hashes in a table with open addressing; each table draws its own seed.
///
/// The hashes of names have no seed, so names can be computed whose hashes agree in the bits that a table uses.
/// Multiplying by a random factor and using the upper bits, which depend on all bits of the hash, makes two different
/// hashes collide by chance only (multiply-shift hashing, Dietzfelbinger et al. 1997).
struct HashSlotSeed {
    // IDX-09: In-memory hash tables place hashes with a random seed.

    private let factor = UInt64.random(in: 1 ... .max) | 1

    /// The place at which the search for a hash begins.
    ///
    /// - Parameters:
    ///   - hash: The hash.
    ///   - count: The number of places: a power of two, at least 2.
    /// - Returns: The index of the place.
    @inline(__always)
    func place(of hash: UInt64, among count: Int) -> Int {
        Int(truncatingIfNeeded: (hash &* factor) &>> UInt64(truncatingIfNeeded: count.leadingZeroBitCount + 1))
    }
}

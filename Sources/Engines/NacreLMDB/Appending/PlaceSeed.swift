/// Where the hashes of a table with open addressing go, drawn anew for each table.
///
/// The hashes of names are made without a seed, so names can be computed whose hashes are equal in the bits that a table
/// of some size goes by. A random factor, and the upper bits of the product, on which all bits of the hash have a bearing,
/// make two different hashes share a place by chance alone (multiply-shift hashing, Dietzfelbinger et al. 1997).
struct PlaceSeed {
    private let factor = UInt64.random(in: 1 ... .max) | 1

    /// Where the search for a hash begins.
    ///
    /// - Parameters:
    ///   - hash: The hash.
    ///   - count: How many places there are: a power of two, and 2 at least.
    /// - Returns: The number of the place.
    @inline(__always)
    func place(of hash: UInt64, among count: Int) -> Int {
        Int(truncatingIfNeeded: (hash &* factor) &>> UInt64(truncatingIfNeeded: count.leadingZeroBitCount + 1))
    }
}

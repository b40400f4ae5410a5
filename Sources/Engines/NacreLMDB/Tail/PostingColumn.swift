/// Postings of one kind in ascending order of position: a hash, and an offset from a base position known to the owner.
///
/// An append adds two numbers for each term; the lookup structure is built on demand (``PostingTable``).
struct PostingColumn: Sendable {
    private(set) var hashes: [UInt64] = []
    private(set) var offsets: [UInt32] = []

    var count: Int { hashes.count }

    mutating func reserveCapacity(_ count: Int) {
        hashes.reserveCapacity(count)
        offsets.reserveCapacity(count)
    }

    @inline(__always)
    mutating func append(_ hash: UInt64, at offset: UInt32) {
        hashes.append(hash)
        offsets.append(offset)
    }

    /// Appends the rows of another column from a row on, with their offsets shifted modulo 2³².
    mutating func append(_ other: PostingColumn, from row: Int, shiftedBy shift: UInt32) {
        if row == 0, shift == 0, count == 0 {
            self = other
        } else {
            hashes.append(contentsOf: other.hashes[row...])
            offsets.append(contentsOf: other.offsets[row...].lazy.map { $0 &+ shift })
        }
    }

    /// Removes the postings beyond an offset.
    mutating func removeAll(beyond offset: UInt32) {
        let row = firstRow(beyond: offset)
        hashes.removeSubrange(row...)
        offsets.removeSubrange(row...)
    }

    /// The first row with a greater offset; the count if there is none.
    ///
    /// - Complexity: O(log *n*).
    func firstRow(beyond offset: UInt32) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

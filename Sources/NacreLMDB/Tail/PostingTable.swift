import Nacre

/// Hash → positions in memory, in ascending order of position; the newest are found first.
///
/// - Complexity: inserting is amortised O(1) without an allocation per key; looking up walks the postings of one bucket.
struct PostingTable {
    private static let none: Int32 = -1

    private(set) var postings: [Posting] = []
    private var previous: [Int32] = []
    private var newest: [Int32]

    init() {
        newest = [Int32](repeating: Self.none, count: 1024)
    }

    /// Bytes of memory that the table has taken.
    var byteCount: Int { postings.capacity * 16 + previous.capacity * 4 + newest.count * 4 }

    mutating func insert(_ posting: Posting) {
        if postings.count == newest.count { grow() }
        let bucket = Int(truncatingIfNeeded: posting.hash) & (newest.count - 1)
        previous.append(newest[bucket])
        newest[bucket] = Int32(postings.count)
        postings.append(posting)
    }

    /// Hands out the positions of a hash from the newest to the oldest, until the body has enough.
    ///
    /// - Returns: Whether the body wants more.
    func forEachDescending(_ hash: UInt64, _ body: (Position) -> Bool) -> Bool {
        var index = newest[Int(truncatingIfNeeded: hash) & (newest.count - 1)]
        while index != Self.none {
            let posting = postings[Int(index)]
            if posting.hash == hash, !body(posting.position) { return false }
            index = previous[Int(index)]
        }
        return true
    }

    private mutating func grow() {
        newest = [Int32](repeating: Self.none, count: newest.count * 2)
        for (index, posting) in postings.enumerated() {
            let bucket = Int(truncatingIfNeeded: posting.hash) & (newest.count - 1)
            previous[index] = newest[bucket]
            newest[bucket] = Int32(index)
        }
    }
}

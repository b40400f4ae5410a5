extension Segment {
    /// Whether the postings ascend, end before the next segment's first, and each belong to a hash; searches need it.
    ///
    /// - Complexity: O(*n*) in the number of postings.
    var isInOrder: Bool {
        var last: Posting?
        var end = 0
        for group in 0..<hashCount {
            let postings = postings(ofGroup: group)
            // Not checked when a segment is read: its checksum already vouches for what the writer wrote.
            guard postings.lowerBound == end, !postings.isEmpty else { return false }
            end = postings.upperBound
            for index in postings {
                let posting = Posting(hash: hash(ofGroup: group), position: position(at: index))
                if let last, last >= posting { return false }
                last = posting
            }
        }
        guard let last, end == count else { return false }
        return last < next
    }

    /// The number of a hash's postings in the run up to the end of this segment; 0 if it has none here.
    func count(of hash: UInt64) -> UInt64 {
        (first.hash == hash ? rank : 0) + UInt64(postings(of: hash).count)
    }
}

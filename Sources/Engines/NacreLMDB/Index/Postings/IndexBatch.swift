import Nacre

/// The postings of the positions from one checkpoint to another.
struct IndexBatch: Sendable {
    /// The postings of each kind, in any order: stream, type and category of every event, all tags and contexts, and the
    /// ids that need indexing.
    var postings: ByKind<[Posting]>

    /// The checkpoint up to which the batch is complete.
    var end: Checkpoint

    init(_ postings: ByKind<[Posting]> = ByKind(repeating: []), end: Checkpoint) {
        self.postings = postings
        self.end = end
    }

    /// Creates a batch from postings collected by the tail or by a scan of the log.
    init(_ collected: TailPostings) {
        self.init(end: collected.end)
        add(collected.columns, from: collected.after, beyond: collected.after)
    }

    /// The number of postings.
    var count: Int { TermKind.allCases.reduce(0) { $0 + postings[$1].count } }

    /// Adds the postings beyond a position; column offsets count from `base`.
    mutating func add(_ columns: ByKind<PostingColumn>, from base: Position, beyond position: Position) {
        for kind in TermKind.allCases {
            let column = columns[kind]
            guard column.count > 0 else { continue }
            let start = position > base ? column.firstRow(beyond: UInt32(clamping: position - base)) : 0
            postings[kind].reserveCapacity(postings[kind].count + column.count - start)
            for row in start..<column.count {
                postings[kind].append(
                    Posting(hash: column.hashes[row], position: base + Position(column.offsets[row])))
            }
        }
    }
}

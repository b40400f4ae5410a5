import Nacre

/// The postings of the positions from a checkpoint up to another one.
struct IndexBatch: Sendable {
    /// The postings of each kind, in any order: the stream, type and category of every event, all its tags, and the ids
    /// that need indexing.
    var postings: ByKind<[Posting]>

    /// The position up to which the batch is complete.
    var end: Checkpoint

    init(_ postings: ByKind<[Posting]> = ByKind(repeating: []), end: Checkpoint) {
        self.postings = postings
        self.end = end
    }

    /// Makes a batch of what the tail or a scan of the log has collected.
    init(_ collected: TailPostings) {
        self.init(end: collected.end)
        add(collected.columns, from: collected.after, beyond: collected.after)
    }

    /// How many postings it has.
    var count: Int { TermKind.allCases.reduce(0) { $0 + postings[$1].count } }

    /// Takes in columns, whose offsets count from a position, but for what is not beyond another one.
    mutating func add(_ columns: ByKind<PostingColumn>, from base: Position, beyond position: Position) {
        for kind in TermKind.allCases {
            let column = columns[kind]
            let start = position > base ? column.firstRow(beyond: UInt32(clamping: position - base)) : 0
            postings[kind].reserveCapacity(postings[kind].count + column.count - start)
            for row in start..<column.count {
                postings[kind].append(
                    Posting(hash: column.hashes[row], position: base + Position(column.offsets[row])))
            }
        }
    }
}

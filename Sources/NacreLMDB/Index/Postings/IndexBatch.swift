import Nacre

/// The postings of the positions from a checkpoint up to another one.
struct IndexBatch: Sendable {
    /// The stream of every event; in any order.
    var streams: [Posting]

    /// The ids that need indexing; in any order.
    var ids: [Posting]

    /// The position up to which the batch is complete.
    var end: Checkpoint

    /// The postings of a kind.
    subscript(kind: TermKind) -> [Posting] {
        switch kind {
        case .stream: streams
        case .id: ids
        }
    }
}

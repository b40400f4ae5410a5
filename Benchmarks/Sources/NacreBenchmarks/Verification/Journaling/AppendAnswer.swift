import Nacre

/// What the answer to a commit said, as far as an audit can hold the log against it.
struct AppendAnswer: Hashable, Sendable {
    /// The position of the commit's first event.
    var first: Position

    var last: Position

    /// The versions of its streams after it, in the order in which it named them first.
    var versions: [StreamVersion]

    init(first: Position, last: Position, versions: [StreamVersion]) {
        self.first = first
        self.last = last
        self.versions = versions
    }

    /// Takes what a store answered.
    ///
    /// - Throws: ``HarnessError`` where it does not name as many streams, or calls the commit a repeat.
    init(_ result: AppendResult, streams: Int) throws {
        guard result.streams.count == streams, !result.wasAlreadyCommitted, let first = result.positions.first else {
            throw HarnessError("the answer to an append does not name the streams that it wrote")
        }
        self.init(first: first, last: result.lastPosition, versions: result.streams.map(\.version))
    }
}

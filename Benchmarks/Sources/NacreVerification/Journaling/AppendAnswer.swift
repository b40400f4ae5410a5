package import Nacre

/// The part of a commit's answer that an audit can compare with the log.
package struct AppendAnswer: Hashable, Sendable {
    /// The position of the commit's first event.
    package var first: Position

    package var last: Position

    /// The versions of its streams after it, in the order of first use.
    package var versions: [StreamVersion]

    init(first: Position, last: Position, versions: [StreamVersion]) {
        self.first = first
        self.last = last
        self.versions = versions
    }

    /// Takes a store's answer.
    ///
    /// - Throws: ``HarnessError`` if it has another number of streams, or calls the commit a repeat.
    init(_ result: AppendResult, streams: Int) throws {
        guard result.streams.count == streams, !result.wasAlreadyCommitted, let first = result.positions.first else {
            throw HarnessError("the answer to an append does not name the streams that it wrote")
        }
        self.init(first: first, last: result.lastPosition, versions: result.streams.map(\.version))
    }
}

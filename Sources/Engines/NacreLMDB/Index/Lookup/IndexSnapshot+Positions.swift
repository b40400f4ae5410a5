import LMDB
import Nacre

extension IndexSnapshot {
    /// Calls `body` with the positions of a hash after a given one, in ascending order.
    ///
    /// - Parameters:
    ///   - kind: The kind of the hash.
    ///   - hash: The hash; each position is a candidate, to be confirmed in the log.
    ///   - after: The positions begin after this one.
    ///   - body: Called with each position; returns whether to continue.
    /// - Throws: ``UnusableIndex``, and errors of the body.
    borrowing func forEachPosition(
        of kind: TermKind, hash: UInt64, after: Position, _ body: (Position) throws -> Bool
    ) throws {
        guard after < .max - 1 else { return }
        try walk(kind, hash, .ascending, from: after + 1, body)
    }

    /// Calls `body` with the positions of a hash up to a given one, in descending order.
    ///
    /// - Parameters:
    ///   - kind: The kind of the hash.
    ///   - hash: The hash; each position is a candidate, to be confirmed in the log.
    ///   - from: The positions start at or before this one.
    ///   - body: Called with each position; returns whether to continue.
    /// - Throws: ``UnusableIndex``, and errors of the body.
    borrowing func forEachPositionDescending(
        of kind: TermKind, hash: UInt64, from: Position, _ body: (Position) throws -> Bool
    ) throws {
        try walk(kind, hash, .descending, from: from, body)
    }

    private borrowing func walk(
        _ kind: TermKind, _ hash: UInt64, _ order: WalkOrder, from: Position, _ body: (Position) throws -> Bool
    ) throws {
        var cursor = try openCursor()
        var term = TermCursor(kind, hash: hash, order, in: self)
        var rank = order.rank(of: from)
        while true {
            rank = try term.seek(rank, &cursor)
            guard rank != WalkOrder.endRank, try body(order.position(at: rank)) else { return }
            rank += 1
        }
    }
}

import LMDB
import Nacre

extension EventLookup {
    /// Hands out the records that match a query behind a position in ascending order, until the body has enough.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - after: The positions beyond this one.
    ///   - head: The last position that the log snapshot sees.
    ///   - snapshot: The index, joined with the tail.
    ///   - log: The snapshot of the log.
    ///   - body: Takes a record and says whether to go on.
    /// - Throws: `damaged` where a record that may match is; ``UnusableIndex``; what the body throws.
    /// - Complexity: O(*m*) in the number of events that have the query's rarest terms, or O(*n*) in the number of all
    ///   where most match.
    func forEachMatch(
        of query: Query, after: Position, upTo head: Position, in snapshot: borrowing IndexSnapshot,
        log: inout LogSnapshot, _ body: (Record) throws -> Bool
    ) throws {
        var walk = QueryWalk(query, .ascending, behind: after, upTo: head)
        try walk.run(in: snapshot, log: &log, body)
    }

    /// Hands out the records that match a query from a position downwards, until the body has enough.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - from: The positions up to and with this one.
    ///   - head: The last position that the log snapshot sees.
    ///   - snapshot: The index, joined with the tail.
    ///   - log: The snapshot of the log.
    ///   - body: Takes a record and says whether to go on.
    /// - Throws: `damaged` where a record that may match is; ``UnusableIndex``; what the body throws.
    /// - Complexity: As that of ``forEachMatch(of:after:upTo:in:log:_:)``.
    func forEachMatchDescending(
        of query: Query, from: Position, upTo head: Position, in snapshot: borrowing IndexSnapshot,
        log: inout LogSnapshot, _ body: (Record) throws -> Bool
    ) throws {
        var walk = QueryWalk(query, .descending, behind: 0, upTo: min(from, head))
        try walk.run(in: snapshot, log: &log, body)
    }
}

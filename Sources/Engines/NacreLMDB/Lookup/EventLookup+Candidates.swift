import Nacre

extension EventLookup {
    /// Calls `body` with the candidate positions of a hash, newest first, until it returns `false`.
    func forEachCandidateDescending(
        of kind: TermKind, hash: UInt64, upTo head: Position, in snapshot: borrowing IndexSnapshot,
        _ body: (Position) throws -> Bool
    ) throws {
        try snapshot.forEachPositionDescending(of: kind, hash: hash, from: head, body)
    }

    /// Calls `body` with the candidate positions of a hash, oldest first, until it returns `false`.
    func forEachCandidate(
        of kind: TermKind, hash: UInt64, after: Position, upTo head: Position, in snapshot: borrowing IndexSnapshot,
        _ body: (Position) throws -> Bool
    ) throws {
        try snapshot.forEachPosition(of: kind, hash: hash, after: after) { position in
            try position <= head && body(position)
        }
    }
}

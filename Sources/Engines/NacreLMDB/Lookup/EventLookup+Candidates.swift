import Nacre

extension EventLookup {
    /// Hands out the positions at which a hash may stand, from the newest to the oldest, until the body has enough.
    func forEachCandidateDescending(
        of kind: TermKind, hash: UInt64, upTo head: Position, in snapshot: borrowing IndexSnapshot,
        _ body: (Position) throws -> Bool
    ) throws {
        try snapshot.forEachPositionDescending(of: kind, hash: hash, from: head, body)
    }

    /// Hands out the positions at which a hash may stand, from the oldest to the newest, until the body has enough.
    func forEachCandidate(
        of kind: TermKind, hash: UInt64, after: Position, upTo head: Position, in snapshot: borrowing IndexSnapshot,
        _ body: (Position) throws -> Bool
    ) throws {
        try snapshot.forEachPosition(of: kind, hash: hash, after: after) { position in
            try position <= head && body(position)
        }
    }
}

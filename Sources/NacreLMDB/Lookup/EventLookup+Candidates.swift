import Nacre

extension EventLookup {
    /// Hands out the positions at which a hash may stand, from the newest to the oldest, until the body has enough.
    func forEachCandidateDescending(
        of kind: TermKind, hash: UInt64, upTo head: Position, in snapshot: borrowing IndexSnapshot,
        _ body: (Position) throws -> Bool
    ) throws {
        let checkpoint = snapshot.checkpoint.position
        var last = head
        // The newest one is nearly always the one that is wanted: the others are fetched when it was not.
        var limit = 1
        while last > checkpoint {
            let found = try tailPositions(of: kind, hash: hash, after: checkpoint, upTo: last, limit: limit)
            for position in found {
                guard try body(position) else { return }
            }
            guard found.count == limit, let oldest = found.last else { break }
            last = oldest - 1
            limit = 1024
        }
        try snapshot.forEachPositionDescending(of: kind, hash: hash, from: min(head, checkpoint), body)
    }

    /// Hands out the positions at which a hash may stand, from the oldest to the newest, until the body has enough.
    func forEachCandidate(
        of kind: TermKind, hash: UInt64, after: Position, upTo head: Position, in snapshot: borrowing IndexSnapshot,
        _ body: (Position) throws -> Bool
    ) throws {
        let checkpoint = snapshot.checkpoint.position
        var wantsMore = true
        if after < checkpoint {
            try snapshot.forEachPosition(of: kind, hash: hash, after: after) { position in
                guard position <= head else { return false }
                wantsMore = try body(position)
                return wantsMore
            }
        }
        guard wantsMore, checkpoint < head else { return }
        let found = try tailPositions(
            of: kind, hash: hash, after: max(after, checkpoint), upTo: head, limit: .max)
        for position in found.reversed() {
            guard try body(position) else { return }
        }
    }

    private func tailPositions(
        of kind: TermKind, hash: UInt64, after: Position, upTo head: Position, limit: Int
    ) throws -> [Position] {
        guard let found = tail.positions(of: kind, hash: hash, after: after, upTo: head, limit: limit) else {
            throw TailMovedOn()
        }
        return found
    }
}

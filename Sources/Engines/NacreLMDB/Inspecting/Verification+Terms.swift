import LMDB
import Nacre

extension Verification {
    /// A term by which the index does not find an event.
    private struct Missing {
        let kind: TermKind
        let position: Position
    }

    /// Looks whether the index finds every event by its type, its category and its tags, and by its id where that does
    /// not tell the position: whether a commit is repeated, or a condition holds, depends on it.
    ///
    /// - Parameter start: The stretch begins behind this position.
    /// - Returns: Where it ends.
    /// - Throws: `EventStoreError` where the log cannot be read.
    mutating func verifyTerms(behind start: Position) throws -> Position {
        let storeID = store.id
        let stretch = try store.looking { (_, _, snapshot, log) in
            try Self.missing(behind: start, of: storeID, in: snapshot, log: &log)
        }
        for missing in stretch.missing {
            find(
                missing.position,
                "the index does not find the event at position \(missing.position) by its \(missing.kind): "
                    + "delete index.mdb, it is rebuilt")
        }
        return stretch.end
    }

    /// What the index misses of a stretch of the log.
    private static func missing(
        behind start: Position, of storeID: StoreID, in snapshot: borrowing IndexSnapshot, log: inout LogSnapshot
    ) throws -> (end: Position, missing: [Missing]) {
        var postings = TailPostings(
            after: start, end: Checkpoint(storeID: storeID, position: start, fingerprint: 0))
        var block: Block? = try log.block(containing: start + 1)
        for _ in 1...blocksPerTransaction {
            // Events may have many tags: what is held at once stays bounded.
            guard let found = block, postings.count < TailPostings.greatestCount else { break }
            try postings.collect(found, storeID: storeID)
            block = try log.nextBlock(after: found)
        }
        let batch = IndexBatch(postings)
        var missing: [Missing] = []
        var cursor = try snapshot.openCursor()
        for kind in TermKind.allCases where kind != .stream {
            var hash: UInt64?
            var term = TermCursor(kind, hash: 0, .ascending, in: snapshot)
            for posting in batch.postings[kind].sortedIntoRun() {
                if posting.hash != hash {
                    hash = posting.hash
                    term = TermCursor(kind, hash: posting.hash, .ascending, in: snapshot)
                }
                if try term.seek(posting.position, &cursor) != posting.position {
                    missing.append(Missing(kind: kind, position: posting.position))
                }
            }
        }
        return (postings.end.position, missing.sorted { $0.position < $1.position })
    }
}

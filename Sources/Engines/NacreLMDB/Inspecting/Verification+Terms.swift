import LMDB
import Nacre

extension Verification {
    /// A term by which the index does not find an event.
    private struct Missing {
        let kind: TermKind
        let position: Position
    }

    /// Checks that the index finds every event by type, category and tags, and by id if the id has no correct position
    /// hint.
    ///
    /// Idempotency and append conditions depend on it.
    ///
    /// - Parameter start: The part starts after this position.
    /// - Returns: The end of the part.
    /// - Throws: `EventStoreError` if the log cannot be read.
    mutating func verifyTerms(behind start: Position) throws -> Position {
        let storeID = store.id
        let stretch = try store.blockingLookup { (_, _, snapshot, log) in
            try Self.missing(behind: start, of: storeID, in: snapshot, log: &log)
        }
        for missing in stretch.missing {
            find(
                missing.position,
                "the index does not find the event at position \(missing.position) by its \(missing.kind): "
                    + "delete index.mdb to rebuild it")
        }
        return stretch.end
    }

    /// The terms of a part of the log that the index does not find.
    private static func missing(
        behind start: Position, of storeID: StoreID, in snapshot: borrowing IndexSnapshot, log: inout LogSnapshot
    ) throws -> (end: Position, missing: [Missing]) {
        var postings = TailPostings(
            after: start, end: Checkpoint(storeID: storeID, position: start, fingerprint: 0))
        var block: Block? = try log.block(containing: start + 1)
        for _ in 1...blocksPerTransaction {
            // Events may have many tags: this bounds the memory of one part.
            guard let found = block, postings.count < TailPostings.maxCount else { break }
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

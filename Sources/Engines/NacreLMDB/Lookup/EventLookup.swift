import LMDB
import Nacre

/// Finds events by stream, id and query: in the index up to its checkpoint, in the tail from there to the head.
///
/// The index and the tail yield candidates only. Each is confirmed in the log, so a hash collision costs a read and
/// never changes an answer.
final class EventLookup: Sendable {
    // IDX-01: The commit path writes no secondary index; an in-memory tail covers what is not indexed yet.

    let index: IndexFile
    let tail: Tail
    let storeID: StoreID

    init(index: IndexFile, tail: Tail, storeID: StoreID) {
        self.index = index
        self.tail = tail
        self.storeID = storeID
    }

    /// How often a lookup takes a new snapshot of the index because the tail has moved on; then it restarts the tail,
    /// because another process may have discarded the index.
    private static let attempts = 4

    /// The number of events that a short lookup may read into the tail.
    static let fewEvents: UInt64 = 1_024

    /// Runs a lookup on one snapshot of the log.
    ///
    /// - Parameters:
    ///   - log: The snapshot of the log.
    ///   - head: The last position of the snapshot.
    ///   - most: The maximum number of events to read into the tail first.
    ///   - body: Performs the lookup in the snapshot of the index, joined with the tail after its checkpoint.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of `body`; `damaged` if the part of the log that is not indexed is damaged; ``IndexBehind`` if
    ///   that part exceeds the tail's bound; ``TailBehind`` if it exceeds `most`.
    func run<Result>(
        in log: inout LogSnapshot, head: Position, readingAtMost most: UInt64 = .max,
        _ body: (borrowing IndexSnapshot, inout LogSnapshot) throws -> Result
    ) throws -> Result {
        var attempt = 0
        while true {
            attempt += 1
            do {
                // The index first, then the tail from its checkpoint: no event falls between the two.
                return try index.read { (snapshot: borrowing IndexSnapshot) in
                    let tail = try cover(
                        from: snapshot.checkpoint, to: head, log: &log, readingAtMost: most,
                        restarting: attempt > Self.attempts)
                    return try body(snapshot.joined(with: tail), &log)
                }
            } catch is TailMovedOn {
                continue
            }
        }
    }

    /// Extends the tail from a checkpoint of the index to the head.
    ///
    /// - Returns: The tail's view of that range.
    private func cover(
        from checkpoint: Checkpoint, to head: Position, log: inout LogSnapshot, readingAtMost most: UInt64,
        restarting: Bool
    ) throws -> TailView {
        let coverage = tail.coverage
        if coverage.floor > checkpoint.position {
            guard restarting else { throw TailMovedOn() }
            tail.restart(from: checkpoint)
        } else if coverage.end < checkpoint.position {
            tail.restart(from: checkpoint)
        }
        while true {
            if let view = tail.view(after: checkpoint.position, upTo: head) { return view }
            let coverage = tail.coverage
            guard head <= coverage.end || head - coverage.end <= most else { throw TailBehind() }
            guard coverage.end - coverage.floor <= UInt64(tail.limits.maxGap), !tail.isOverfull else {
                throw IndexBehind()
            }
            guard coverage.floor <= checkpoint.position,
                let postings = try TailPostings.scan(
                    &log, after: tail.end, upTo: head, limit: tail.limits.eventsPerGeneration),
                tail.append(postings)
            else { throw TailMovedOn() }
        }
    }
}

/// The tail was shortened or restarted after the index snapshot was taken: take another snapshot.
struct TailMovedOn: Error {}

/// The tail lacks more events than this lookup may read: repeat it on the blocking pool.
struct TailBehind: Error {}

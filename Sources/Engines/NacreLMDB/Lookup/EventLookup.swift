import LMDB
import Nacre

/// Finds events by stream, by id and by query: in the index up to its checkpoint, in the tail from there to the head.
///
/// The index gives candidates alone. Each is confirmed in the log, so a collision of hashes costs a look, never an
/// answer.
final class EventLookup: Sendable {
    let index: IndexFile
    let tail: Tail
    let storeID: StoreID

    init(index: IndexFile, tail: Tail, storeID: StoreID) {
        self.index = index
        self.tail = tail
        self.storeID = storeID
    }

    /// How often a look-up takes a new snapshot of the index because the tail had moved on, before it begins the tail
    /// anew: another process may have thrown the index away.
    private static let attempts = 4

    /// How many events are read into the tail where that must take no more than a moment.
    static let fewEvents: UInt64 = 1_024

    /// Runs a body over the candidates that one log snapshot sees.
    ///
    /// - Parameters:
    ///   - log: The snapshot of the log.
    ///   - head: Its last position.
    ///   - most: How many events may be read into the tail first.
    ///   - body: Looks up in the snapshot of the index, with the tail behind its checkpoint.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws; `damaged` where the part of the log that is not indexed is; ``IndexBehind`` where
    ///   that part is more than the tail may hold; ``TailBehind`` where it is more than may be read.
    func look<Result>(
        in log: inout LogSnapshot, head: Position, readingAtMost most: UInt64 = .max,
        _ body: (borrowing IndexSnapshot, inout LogSnapshot) throws -> Result
    ) throws -> Result {
        var attempt = 0
        while true {
            attempt += 1
            do {
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

    /// Makes the tail reach from a checkpoint of the index to the head.
    ///
    /// - Returns: What it then holds between them.
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
            guard coverage.end - coverage.floor <= UInt64(tail.limits.greatestGap), !tail.isOverfull else {
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

/// The tail has been shortened or begun anew since the index snapshot was taken: take another one.
struct TailMovedOn: Error {}

/// The tail lacks more events than this look-up may read: let one that may take longer read them.
struct TailBehind: Error {}

import LMDB
import Nacre

/// Keeps the index behind the log: a thread of its own that takes in what the tail has collected.
final class Indexing: Sendable {
    /// How many events one batch of a rebuild takes from the log.
    private static let eventsPerScan = 65_536

    private let log: Environment
    let index: IndexFile
    let tail: Tail
    private let header: StoreHeader
    private let notice: @Sendable (String) -> Void
    private let recovery = Monitor(Recovery())

    private struct Recovery {
        var count = 0
        var isRunning = false
    }

    init(
        log: Environment, index: IndexFile, tail: Tail, header: StoreHeader,
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.log = log
        self.index = index
        self.tail = tail
        self.header = header
        self.notice = notice
    }

    /// Takes generations in until the tail is stopped.
    ///
    /// - Parameter failed: Told where the index cannot be written: the tail would grow without bound.
    func run(failed: (EventStoreError) -> Void) {
        do {
            while tail.waitForFullGeneration() {
                let recoveries = recoveries
                do {
                    tail.drop(upTo: try extend().position)
                    while !tail.isStopped, try index.maintain() {}
                } catch let damage as UnusableIndex {
                    try recover(from: damage, since: recoveries)
                }
            }
        } catch {
            failed(.appendsStopped(error, outcome: .notWritten))
            // Nobody makes room any more: whoever waits for it must not wait for ever.
            tail.stop()
        }
    }

    /// How often the index was thrown away while the store was open.
    var recoveries: Int { recovery.withLock { $0.count } }

    /// Throws a damaged index away and builds it anew from the log.
    ///
    /// Of all the threads that meet one damage, one does it, and the others wait.
    ///
    /// - Parameters:
    ///   - damage: What was met.
    ///   - count: What ``recoveries`` was before the index was looked in.
    /// - Throws: `appendsStopped` where it cannot be built anew.
    func recover(from damage: UnusableIndex, since count: Int) throws(EventStoreError) {
        let isFirst = recovery.wait { state -> Bool? in
            if state.isRunning { return nil }
            guard state.count == count else { return false }
            state.isRunning = true
            return true
        }
        guard isFirst else { return }
        defer {
            recovery.withLock { state in
                state.isRunning = false
                state.count += 1
            }
            recovery.broadcast()
        }
        notice("index.mdb: \(damage.reason); it is rebuilt from the log")
        do {
            try index.reset()
            tail.restart(from: try catchUp())
        } catch {
            throw .appendsStopped(error, outcome: .notWritten)
        }
    }

    /// Makes the index fit the log, and brings it so near to the head that the rest is for the tail.
    ///
    /// - Returns: Where the index ends.
    func catchUp() throws -> Checkpoint {
        var checkpoint = try fit()
        while true {
            let end = try log.withSnapshot { (log) in try log.readableEnd().position }
            guard end > checkpoint.position, end - checkpoint.position > UInt64(tail.limits.eventsPerGeneration) else {
                return checkpoint
            }
            let before = checkpoint.position
            do {
                checkpoint = try extend()
            } catch let error as EventStoreError where error.code == .damaged {
                notice("the index ends at position \(before): \(error.message)")
                return checkpoint
            }
            while try index.maintain() {}
            guard checkpoint.position > before else { return checkpoint }
        }
    }

    /// Throws the index away where it does not belong to this log.
    private func fit() throws -> Checkpoint {
        let checkpoint = try index.read { (snapshot: borrowing IndexSnapshot) in snapshot.checkpoint }
        let fits = try log.withSnapshot { (log) in
            let end = try log.readableEnd()
            guard checkpoint.position <= end.position else { return end.damage != nil }
            do throws(EventStoreError) {
                return try log.fingerprint(at: checkpoint.position, of: header) == checkpoint.fingerprint
            } catch  where error.code == .damaged {
                // A damaged block tells nothing about the index, which may be whole.
                return true
            }
        }
        if fits || checkpoint.position == 0 { return checkpoint }
        notice(
            "index.mdb does not fit the log (it ends at position \(checkpoint.position), "
                + "whose block is another or is not there); it is rebuilt from the log")
        try index.reset()
        return try index.read { (snapshot: borrowing IndexSnapshot) in snapshot.checkpoint }
    }

    private func extend() throws -> Checkpoint {
        try index.extend { checkpoint in
            if let batch = tail.batch(after: checkpoint) { return batch }
            guard tail.coverage.floor > checkpoint.position || tail.coverage.end == tail.coverage.floor else {
                return nil
            }
            return try log.withSnapshot { (log) in
                let end = try log.readableEnd()
                let scanned = try TailPostings.scan(
                    &log, after: checkpoint, upTo: end.damage == nil ? end.position : end.position - 1,
                    limit: Self.eventsPerScan)
                return scanned.map { IndexBatch($0) }
            }
        }
    }
}

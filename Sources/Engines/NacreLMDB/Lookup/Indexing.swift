import LMDB
import Nacre

/// The indexing thread: takes the tail's postings into the index.
final class Indexing: Sendable {
    /// The number of events in one batch of a rebuild.
    private static let eventsPerScan = 65_536

    private let log: Environment
    let index: IndexFile
    let tail: Tail
    private let header: StoreHeader
    private let isDurable: Bool
    let observer: StoreObserver
    let recovery = Monitor(Recovery())
    private let work = Monitor(IndexingWork())

    struct Recovery {
        var count = 0
        var isRunning = false
    }

    init(
        log: Environment, index: IndexFile, tail: Tail, header: StoreHeader, isDurable: Bool = false,
        observer: StoreObserver
    ) {
        self.log = log
        self.index = index
        self.tail = tail
        self.header = header
        self.isDurable = isDurable
        self.observer = observer
    }

    /// Indexes what opening has left, then generations of the tail until it is stopped, and fills gaps of the tail.
    ///
    /// If the index cannot be written, appends continue while the tail has room, and indexing is retried with every
    /// further generation.
    ///
    /// - Parameters:
    ///   - failed: Called when the tail has no room left, and would otherwise grow without bound.
    ///   - refused: Called instead if another process holds the index's lock and may still release it.
    func run(failed: (EventStoreError) -> Void, refused: (EventStoreError) -> Void) {
        var isBehind = true
        var generations = 1
        var rebuilds = 0
        while let full = isBehind && !tail.isStopped ? 0 : tail.waitForFullGenerations(generations) {
            if !isBehind, tail.lacksEvents {
                // Not an attempt at indexing: the count of failed attempts is unchanged.
                closeGap()
                continue
            }
            let recoveries = recoveries
            do {
                do {
                    if isBehind {
                        isBehind = try indexBacklog()
                    } else {
                        tail.drop(upTo: try extend().position)
                    }
                    while !tail.isStopped, try index.maintain() {}
                    rebuilds = 0
                } catch let damage as UnusableIndex {
                    rebuilds += 1
                    guard rebuilds <= Self.maxRebuilds else { throw damage.lasting(at: index.environment.path) }
                    try recover(from: damage, since: recoveries)
                }
                generations = 1
            } catch {
                isBehind = false
                if tail.isStopped { return }
                guard tail.hasRoom else {
                    if let error = error as? EventStoreError, error.code == .locked {
                        refused(error.notWritten)
                        continue
                    }
                    failed(.appendsStopped(error, outcome: .notWritten))
                    // Nothing makes room any more: end all waiting for it.
                    tail.stop()
                    return
                }
                observer.log.indexStalled(error)
                generations = full + 1
            }
        }
    }

    /// Indexes events that opening has left to the tail, so that later openings do not read them again.
    ///
    /// - Returns: Whether the index advanced and more than the last generation may be left.
    private func indexBacklog() throws -> Bool {
        let before = try index.read { (snapshot: borrowing IndexSnapshot) in snapshot.checkpoint.position }
        let head = try log.withSnapshot { (log) in try log.readableEnd().position }
        guard head > before, head - before > UInt64(tail.limits.eventsPerGeneration) else { return false }
        let end = try extend().position
        tail.drop(upTo: end)
        return end > before
    }

    /// Makes the index fit the log, and catches it up so far that the tail can hold the rest.
    ///
    /// - Parameters:
    ///   - most: The number of events that may be left; by default those of one generation.
    ///   - usesTail: Whether postings in the tail are used instead of reading the log.
    /// - Returns: The checkpoint of the index.
    /// - Throws: ``UnusableIndex``; `EventStoreError` if the log or the index cannot be read, or the index cannot be
    ///   written.
    func catchUp(leaving most: Int? = nil, usingTail usesTail: Bool = true) throws -> Checkpoint {
        let most = UInt64(most ?? tail.limits.eventsPerGeneration)
        var checkpoint = try fit()
        while true {
            let end = try log.withSnapshot { (log) in try log.readableEnd().position }
            guard end > checkpoint.position, end - checkpoint.position > most else { return checkpoint }
            let before = checkpoint.position
            do {
                checkpoint = try extend(usingTail: usesTail)
            } catch let error as EventStoreError where error.code == .damaged {
                observer.log.logDamaged(error)
                return checkpoint
            }
            while try index.maintain() {}
            guard checkpoint.position > before else { return checkpoint }
        }
    }

    /// Discards the contents of the index if it does not fit this log.
    ///
    /// - Throws: `EventStoreError`: `eventsLost` if it knows events that the log of a durable store does not have.
    private func fit() throws -> Checkpoint {
        let checkpoint = try index.read { (snapshot: borrowing IndexSnapshot) in snapshot.checkpoint }
        var head: Position = 0
        let fits = try log.withSnapshot { (log) in
            let end = try log.readableEnd()
            head = end.position
            guard checkpoint.position <= end.position else { return end.damage != nil }
            // The index takes in whole blocks. A damaged block proves nothing about the index.
            return try log.fits(checkpoint, endsBlock: true) ?? true
        }
        if fits || checkpoint.position == 0 {
            observer.metrics?.lags.indexMoved(to: checkpoint.position)
            return checkpoint
        }
        if isDurable {
            // The index is of this store: the store's id was checked when it was read.
            throw EventStoreError.eventsLost([
                LostEvents(
                    in: .index, position: checkpoint.position, head: head < checkpoint.position ? head : nil)
            ])
        }
        observer.indexDiscarded(
            "it does not match the log: it ends at position \(checkpoint.position), whose block differs or is missing"
        )
        try index.reset()
        observer.metrics?.lags.indexMoved(to: 0)
        return try index.read { (snapshot: borrowing IndexSnapshot) in snapshot.checkpoint }
    }

    /// What this process has indexed since the store was opened.
    var done: IndexingWork { work.withLock { $0 } }

    /// Reads into the tail up to one generation of the events that it lacks because the index was being rebuilt.
    private func closeGap() {
        let end = tail.end
        do {
            let postings = try scan(after: end, limit: tail.limits.eventsPerGeneration)
            if let postings { tail.append(postings) } else { tail.leaveGap(behind: end) }
        } catch let error as EventStoreError where error.code == .damaged {
            tail.leaveGap(behind: end)
            observer.log.logDamaged(error)
        } catch {
            tail.leaveGap(behind: end)
            observer.log.indexStalled(error)
        }
    }

    /// The postings of the log after a checkpoint, as far as it can be read; `nil` if there are none.
    private func scan(after checkpoint: Checkpoint, limit: Int) throws -> TailPostings? {
        try log.withSnapshot { (log) in
            let end = try log.readableEnd()
            return try TailPostings.scan(
                &log, after: checkpoint, upTo: end.damage == nil ? end.position : end.position - 1, limit: limit)
        }
    }

    private func extend(usingTail usesTail: Bool = true) throws -> Checkpoint {
        let clock = ContinuousClock()
        var begun = clock.now
        var start: Position?
        let end = try index.extend(timing: BatchTiming(known: work.withLock(\.lastRate))) { checkpoint in
            start = checkpoint.position
            // Restart the clock: another thread or process may have held the index's write lock until now.
            begun = clock.now
            if usesTail {
                if let batch = tail.batch(after: checkpoint) { return batch }
                guard tail.coverage.floor > checkpoint.position || tail.coverage.end == tail.coverage.floor else {
                    return nil
                }
            }
            return try scan(after: checkpoint, limit: Self.eventsPerScan).map { IndexBatch($0) }
        }
        let events = end.position - (start ?? end.position)
        let duration = clock.now - begun
        if events > 0 {
            work.withLock { $0.add(events: Int(clamping: events), duration: duration) }
            observer.metrics?.indexed(events: events, in: duration)
        }
        observer.metrics?.lags.indexMoved(to: end.position)
        return end
    }
}

/// What a process has indexed since it opened the store.
struct IndexingWork: Sendable {
    /// The number of indexed events.
    private(set) var events = 0

    /// The time spent, without merging.
    private(set) var duration = Duration.zero

    /// The rate of the last batch, in events a second; `nil` before the first.
    private(set) var lastRate: Double?

    mutating func add(events: Int, duration: Duration) {
        self.events += events
        self.duration += duration
        lastRate = BatchTiming.rate(of: UInt64(events), in: duration)
    }
}

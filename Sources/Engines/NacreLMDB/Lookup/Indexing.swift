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

    /// Takes in what opening has left, then generations of the tail until it is stopped, and fills gaps of the tail.
    ///
    /// Where the index cannot be written, appends go on, and it is tried again behind every further generation, as long
    /// as the tail has room.
    ///
    /// - Parameters:
    ///   - failed: Told where there is no room any more: the tail would grow without bound.
    ///   - refused: Told instead where another process keeps the index locked, and may yet go on.
    func run(failed: (EventStoreError) -> Void, refused: (EventStoreError) -> Void) {
        var isBehind = true
        var generations = 1
        var rebuilds = 0
        while let full = isBehind && !tail.isStopped ? 0 : tail.waitForFullGenerations(generations) {
            if !isBehind, tail.lacksEvents {
                // The index is not concerned: nothing that is counted for its failures starts over.
                closeGap()
                continue
            }
            let recoveries = recoveries
            do {
                do {
                    if isBehind {
                        isBehind = try comeNearer()
                    } else {
                        tail.drop(upTo: try extend().position)
                    }
                    while !tail.isStopped, try index.maintain() {}
                    rebuilds = 0
                } catch let damage as UnusableIndex {
                    rebuilds += 1
                    guard rebuilds <= Self.greatestRebuilds else { throw damage.lasting(at: index.environment.path) }
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
                    // Nobody makes room any more: whoever waits for it must not wait for ever.
                    tail.stop()
                    return
                }
                observer.log.indexStalled(error)
                generations = full + 1
            }
        }
    }

    /// Takes in events that opening has left to the tail, so that not everyone who opens the store reads them again.
    ///
    /// - Returns: Whether it came nearer, and more than the last generation may be left.
    private func comeNearer() throws -> Bool {
        let before = try index.read { (snapshot: borrowing IndexSnapshot) in snapshot.checkpoint.position }
        let head = try log.withSnapshot { (log) in try log.readableEnd().position }
        guard head > before, head - before > UInt64(tail.limits.eventsPerGeneration) else { return false }
        let end = try extend().position
        tail.drop(upTo: end)
        return end > before
    }

    /// Makes the index fit the log, and brings it so near to the head that the rest is for the tail.
    ///
    /// - Parameters:
    ///   - most: How many events may be left; those of a generation where it is not given.
    ///   - usesTail: Whether what the tail has is taken from it, and not from the log.
    /// - Returns: Where the index ends.
    /// - Throws: ``UnusableIndex``; `EventStoreError` where the log or the index cannot be read, or the index not written.
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

    /// Throws the index away where it does not belong to this log.
    ///
    /// - Throws: `EventStoreError`: `eventsLost` where it knows events that the log of a durable store does not have.
    private func fit() throws -> Checkpoint {
        let checkpoint = try index.read { (snapshot: borrowing IndexSnapshot) in snapshot.checkpoint }
        var head: Position = 0
        let fits = try log.withSnapshot { (log) in
            let end = try log.readableEnd()
            head = end.position
            guard checkpoint.position <= end.position else { return end.damage != nil }
            // The index takes whole blocks in, and a damaged one tells nothing about it.
            return try log.fits(checkpoint, endsBlock: true) ?? true
        }
        if fits || checkpoint.position == 0 {
            observer.metrics?.lags.indexGoes(to: checkpoint.position)
            return checkpoint
        }
        if isDurable {
            // It is of this store, or it could not have been read.
            throw EventStoreError.eventsLost([
                LostEvents(
                    in: .index, position: checkpoint.position, head: head < checkpoint.position ? head : nil)
            ])
        }
        observer.indexDiscarded(
            "it does not fit the log: it ends at position \(checkpoint.position), whose block is another or is not there"
        )
        try index.reset()
        observer.metrics?.lags.indexGoes(to: 0)
        return try index.read { (snapshot: borrowing IndexSnapshot) in snapshot.checkpoint }
    }

    /// What has been taken in since the store was opened, by this process.
    var done: IndexingWork { work.withLock { $0 } }

    /// Reads up to one generation of missing events into the tail: those appended during a rebuild of the index.
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

    /// The postings of the log behind a checkpoint, as far as it can be read; `nil` where nothing is behind it.
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
            // Another thread, or process, may have held the index's write lock until now.
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
        observer.metrics?.lags.indexGoes(to: end.position)
        return end
    }
}

/// What a process has indexed since it opened the store.
struct IndexingWork: Sendable {
    /// Events that were taken in.
    private(set) var events = 0

    /// How long that took, without merging.
    private(set) var duration = Duration.zero

    /// How many events a second the last batch was taken in with; `nil` before the first.
    private(set) var lastRate: Double?

    mutating func add(events: Int, duration: Duration) {
        self.events += events
        self.duration += duration
        lastRate = BatchTiming.rate(of: UInt64(events), in: duration)
    }
}

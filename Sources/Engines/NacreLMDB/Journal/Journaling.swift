import LMDB
import Nacre
import Synchronization

/// The journal of an open store, as two threads share it.
///
/// The writer's thread decides and writes (``JournalUse``). The journal's own thread prepares the file, puts pending
/// blocks into LMDB, and looks for other openings.
final class Journaling: Sendable {
    let environment: Environment
    let presence: StorePresence
    let storeID: StoreID
    let path: String
    let policy: JournalPolicy
    let observer: StoreObserver

    /// The stages of a journal's use.
    enum Phase {
        /// LMDB alone.
        case unused
        /// The journal's thread is to prepare the file.
        case wanted
        /// The writer's thread may take the file into use.
        case prepared(PreparedJournal)
        /// Frames are written.
        case inUse
        /// The use has ended for as long as the store is open.
        case ended
    }

    struct State {
        var phase = Phase.unused
        /// The earliest time of the next attempt to use the journal.
        var nextAttempt: UInt64 = 0
        /// Whether to drain without waiting for the interval.
        var isDrainDue = false
        /// Whether the journal's thread is writing LMDB, or preparing the file.
        var isAtWork = false
        /// When blocks were last drained.
        var lastDrain: UInt64 = 0
        /// The number of frames at the last look, and when it last changed.
        var seenFrames = 0
        var lastFrame: UInt64 = 0
        var drainFailure: EventStoreError?
        var counts = StoreStatistics.Journal()

        var isInUse: Bool {
            if case .inUse = phase { true } else { false }
        }
    }

    let state = Monitor(State())

    // Read by the writer for each group, so without a lock.
    private let preparedFlag = Atomic(false)
    private let endDueFlag = Atomic(false)
    private let drainFailedFlag = Atomic(false)
    private let drainedEnd = Atomic<Position>(0)
    private let pendingByteCount = Atomic<Int>(0)
    private let frameCount = Atomic<Int>(0)
    /// Wakes the writer's thread.
    private let wakeWriter: @Sendable () -> Void

    init(
        _ environment: Environment, _ presence: StorePresence, of storeID: StoreID, at path: String,
        policy: JournalPolicy, observer: StoreObserver, wakeWriter: @escaping @Sendable () -> Void
    ) {
        self.environment = environment
        self.presence = presence
        self.storeID = storeID
        self.path = path
        self.policy = policy
        self.observer = observer
        self.wakeWriter = wakeWriter
    }

    /// What the journal has done since the store was opened, and how much it holds.
    var statistics: StoreStatistics.Journal {
        var counts = state.withLock { state in
            var counts = state.counts
            counts.isInUse = state.isInUse
            return counts
        }
        counts.groups = frameCount.load(ordering: .relaxed)
        counts.pendingBytes = environment.pendingBlocks.blocks?.byteCount ?? 0
        return counts
    }

    // MARK: The writer's thread

    /// Whether the writer can take the journal into use.
    var isPrepared: Bool { preparedFlag.load(ordering: .acquiring) }

    /// Whether the writer must end the use: another opening waits, or nothing is appended any more.
    var isEndDue: Bool { endDueFlag.load(ordering: .acquiring) }

    /// Up to where LMDB holds the pending blocks durably.
    var drained: Position { drainedEnd.load(ordering: .acquiring) }

    /// The size of the pending blocks, as of the last frame or drain.
    var pendingBytes: Int { pendingByteCount.load(ordering: .relaxed) }

    /// Why no pending block reaches LMDB any more before the store is reopened.
    var drainFailure: EventStoreError? {
        drainFailedFlag.load(ordering: .acquiring) ? state.withLock(\.drainFailure) : nil
    }

    /// Asks for the journal, unless it was refused a moment ago.
    func want(at now: UInt64) {
        let isWanted = state.withLock { state in
            guard case .unused = state.phase, now >= state.nextAttempt else { return false }
            state.phase = .wanted
            return true
        }
        if isWanted { state.signal() }
    }

    /// The prepared journal, from which the writer begins.
    func takePrepared() -> PreparedJournal? {
        state.withLock { state in
            guard case .prepared(let journal) = state.phase else { return nil }
            preparedFlag.store(false, ordering: .releasing)
            state.phase = .inUse
            state.lastFrame = ConditionLock.now
            state.lastDrain = state.lastFrame
            state.counts.uses += 1
            return journal
        }
    }

    /// Records that the use has ended with an empty mark, or has not begun.
    func endUse(retryingAfter interval: UInt64) {
        observer.metrics?.journal.isPending(0)
        setUnused(until: ConditionLock.now + interval)
        presence.disown()
    }

    /// Ends a present use, and returns when the log has all events.
    ///
    /// The writer may take the journal into use again at once.
    func leave() {
        guard state.withLock({ $0.isInUse }) else { return }
        endDueFlag.store(true, ordering: .releasing)
        wakeWriter()
        state.wait { $0.isInUse ? nil : true }
    }

    private func setUnused(until time: UInt64) {
        state.withLock { state in
            // The store may be closing already.
            if case .ended = state.phase { return }
            state.phase = .unused
            state.nextAttempt = time
            preparedFlag.store(false, ordering: .releasing)
            endDueFlag.store(false, ordering: .releasing)
        }
        state.broadcast()
    }

    /// Ends the use without an empty mark: the next opening recovers the journal.
    ///
    /// Nothing of this process writes LMDB when it returns.
    func abandon() {
        state.withLock { $0.phase = .ended }
        state.broadcast()
        state.wait { $0.isAtWork ? nil : true }
        presence.disown()
    }

    /// Records a published frame.
    func didWrite(pendingBytes count: Int) {
        frameCount.add(1, ordering: .relaxed)
        let before = pendingByteCount.exchange(count, ordering: .relaxed)
        guard count >= policy.drainBytes, before < policy.drainBytes else { return }
        state.withLock { $0.isDrainDue = true }
        state.signal()
    }

    /// Records that LMDB holds everything up to a position durably, which leaves the list.
    func didCommit(upTo position: Position) {
        environment.pendingBlocks.drop(upTo: position)
        pendingByteCount.store(environment.pendingBlocks.blocks?.byteCount ?? 0, ordering: .relaxed)
        // Two threads commit, one after the other.
        while true {
            let known = drainedEnd.load(ordering: .relaxed)
            guard known < position else { return }
            if drainedEnd.compareExchange(expected: known, desired: position, ordering: .acquiringAndReleasing)
                .exchanged
            {
                return
            }
        }
    }

    /// Records that LMDB has failed: nothing pending reaches it before the store is reopened.
    func failDraining(_ failure: EventStoreError) {
        state.withLock { $0.drainFailure = $0.drainFailure ?? failure }
        drainFailedFlag.store(true, ordering: .releasing)
    }

    // MARK: The journal's thread

    /// What is due.
    private enum Step {
        case prepare
        case drain
        case look
        case stop
    }

    /// Works until the store closes.
    func run() {
        while true {
            switch nextStep() {
            case .prepare: prepare()
            case .drain: drain()
            case .look: look()
            case .stop: return
            }
            state.withLock { $0.isAtWork = false }
            state.broadcast()
        }
    }

    /// Ends the thread, once the writer has ended.
    func close() {
        state.withLock { $0.phase = .ended }
        state.broadcast()
    }

    private func nextStep() -> Step {
        while true {
            let deadline = ConditionLock.now + policy.lookInterval
            let step = state.wait(before: deadline) { state -> Step? in
                switch state.phase {
                case .ended: return .stop
                case .wanted:
                    state.isAtWork = true
                    return .prepare
                case .inUse:
                    guard state.isDrainDue, state.drainFailure == nil else { return nil }
                    state.isAtWork = true
                    return .drain
                case .unused, .prepared: return nil
                }
            }
            if let step { return step }
            if let step = dueStep() { return step }
        }
    }

    /// What the passing of time has made due.
    private func dueStep() -> Step? {
        let now = ConditionLock.now
        let hasPending = pendingBytes > 0
        return state.withLock { state in
            switch state.phase {
            case .ended: return .stop
            case .inUse:
                state.isAtWork = true
                let isDrainDue = hasPending && now >= state.lastDrain + policy.drainInterval
                return isDrainDue && state.drainFailure == nil ? .drain : .look
            case .prepared:
                state.isAtWork = true
                return .look
            case .unused, .wanted: return nil
            }
        }
    }

    /// Prepares the file, if no other opening is there.
    private func prepare() {
        do {
            guard try presence.own() else { return setUnused(until: ConditionLock.now + policy.retryInterval) }
            let journal = try PreparedJournal.prepare(path, of: storeID, in: environment, byteCount: policy.fileBytes)
            state.withLock { state in
                guard case .wanted = state.phase else { return }
                state.phase = .prepared(journal)
                state.lastFrame = ConditionLock.now
                preparedFlag.store(true, ordering: .releasing)
            }
        } catch {
            // Appends go on through LMDB; the disk may have room later, and another program may end.
            observer.log.journalUnusable(error)
            endUse(retryingAfter: 60 * policy.busyPeriod)
        }
    }

    /// Looks for other openings, and for the end of a burst of appends.
    private func look() {
        let frames = frameCount.load(ordering: .relaxed)
        observer.metrics?.journal.isPending(pendingBytes)
        let now = ConditionLock.now
        let isIdle = state.withLock { state in
            if frames != state.seenFrames {
                state.seenFrames = frames
                state.lastFrame = now
            }
            return now >= state.lastFrame + policy.idleTime
        }
        // A lock that cannot be inspected is no reason to make another opening wait.
        guard isIdle || (try? presence.isAlone) != true else { return }
        if returnPrepared(until: now + policy.retryInterval) { return presence.disown() }
        guard !endDueFlag.exchange(true, ordering: .acquiringAndReleasing) else { return }
        if !isIdle {
            state.withLock { $0.counts.handOvers += 1 }
            observer.metrics?.journal.handedOver()
        }
        wakeWriter()
    }

    /// Withdraws a prepared journal that the writer has not taken.
    ///
    /// - Returns: Whether there was one.
    private func returnPrepared(until time: UInt64) -> Bool {
        state.withLock { state in
            guard case .prepared = state.phase else { return false }
            state.phase = .unused
            state.nextAttempt = time
            preparedFlag.store(false, ordering: .releasing)
            return true
        }
    }

    /// Puts pending blocks into LMDB in one durable commit.
    private func drain() {
        let begun = ConditionLock.now
        do {
            let drained = try PendingDrain.commit(in: environment, atMost: policy.commitBytes)
            if let drained { didCommit(upTo: drained.end) }
            let left = pendingBytes
            state.withLock { state in
                state.lastDrain = begun
                state.isDrainDue = left >= policy.drainBytes
                guard let drained else { return }
                state.counts.drains += 1
                state.counts.drainedBytes += drained.byteCount
                state.counts.drainingTime += .nanoseconds(ConditionLock.now - begun)
            }
            if let drained { observer.metrics?.journal.drained(drained.byteCount, in: ConditionLock.now - begun) }
        } catch {
            let failure = EventStoreError.appendsStopped(error, outcome: .notWritten)
            failDraining(failure)
            observer.log.journalNotDrained(error)
        }
    }
}

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
        /// The writer's thread puts everything pending into LMDB; the journal's thread does not touch it.
        case ending
        /// The use has ended for as long as the store is open.
        case ended
    }

    struct State {
        var phase = Phase.unused
        /// The earliest time of the next attempt to use the journal.
        var nextAttempt: UInt64 = 0
        /// The earliest time of the next attempt to end the use, after one that another program made wait too long.
        var nextEnd: UInt64 = 0
        /// How many attempts to end a use had to wait too long.
        var failedEnds = 0
        /// How many threads wait for the end of the use.
        var leaving = 0
        /// Whether to drain without waiting for the interval.
        var isDrainDue = false
        /// Whether the journal's thread is writing LMDB, or preparing the file.
        var isAtWork = false
        /// When blocks were last drained.
        var lastDrain: UInt64 = 0
        /// The number of groups at the last look, and when it last changed.
        var seenGroups = 0
        var lastGroup: UInt64 = 0
        var drainFailure: EventStoreError?
        var counts = StoreStatistics.Journal()

        var isInUse: Bool {
            switch phase {
            case .inUse, .ending: true
            case .unused, .wanted, .prepared, .ended: false
            }
        }

        var isUnused: Bool {
            if case .unused = phase { true } else { false }
        }
    }

    let state = Monitor(State())

    // Read by the writer for each group, so without a lock.
    let preparedFlag = Atomic(false)
    let endDueFlag = Atomic(false)
    let drainFailedFlag = Atomic(false)
    private let drainedEnd = Atomic<Position>(0)
    let pendingByteCount = Atomic<Int>(0)
    let frameCount = Atomic<Int>(0)
    /// The groups that went into LMDB directly while the journal was in use.
    let directCount = Atomic<Int>(0)
    /// Wakes the writer's thread.
    let wakeWriter: @Sendable () -> Void

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

    /// Whether a use that is to end goes on instead: LMDB has failed, so it cannot end, and no other opening waits.
    func mustGoOn() -> Bool {
        guard drainFailure != nil, (try? presence.isAlone) == true else { return false }
        endDueFlag.store(false, ordering: .releasing)
        return true
    }

    /// Up to where LMDB holds the pending blocks durably.
    var drained: Position { drainedEnd.load(ordering: .acquiring) }

    /// About the size of the pending blocks: two threads change it.
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
        // Others may wait for the end of a use.
        if isWanted { state.broadcast() }
    }

    /// The prepared journal, from which the writer begins.
    func takePrepared() -> PreparedJournal? {
        state.withLock { state in
            guard case .prepared(let journal) = state.phase else { return nil }
            preparedFlag.store(false, ordering: .releasing)
            // The look that ended the use before may have come late.
            endDueFlag.store(false, ordering: .releasing)
            state.phase = .inUse
            state.lastGroup = ConditionLock.now
            state.lastDrain = state.lastGroup
            state.counts.uses += 1
            return journal
        }
    }

    /// Lets the journal's thread finish what it does, and do nothing more: the writer's thread ends the use.
    func beginEnding() {
        state.withLock { $0.phase = .ending }
        state.wait { $0.isAtWork ? nil : true }
    }

    /// Goes on with the use, which could not end now.
    func resume(endingAfter interval: UInt64) {
        state.withLock { state in
            state.phase = .inUse
            state.nextEnd = ConditionLock.now + interval
            state.failedEnds += 1
        }
        endDueFlag.store(false, ordering: .releasing)
        state.broadcast()
    }

    /// Records that the use has ended with an empty mark, or has not begun.
    func endUse(retryingAfter interval: UInt64) {
        observer.metrics?.journal.isPending(0)
        setUnused(until: ConditionLock.now + interval)
        presence.disown()
    }

    /// Ends a present use, and returns when the log has all events.
    ///
    /// Returns before if LMDB has failed, or another program keeps its write lock for too long. The writer may take the
    /// journal into use again at once.
    func leave() {
        let failedEnds = state.withLock { state -> Int? in
            guard state.isInUse, state.drainFailure == nil else { return nil }
            state.leaving += 1
            return state.failedEnds
        }
        guard let failedEnds else { return }
        endDueFlag.store(true, ordering: .releasing)
        wakeWriter()
        state.wait { $0.isInUse && $0.drainFailure == nil && $0.failedEnds == failedEnds ? nil : true }
        state.withLock { $0.leaving -= 1 }
    }

    func setUnused(until time: UInt64) {
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
        state.broadcast()
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

    /// Records that LMDB holds a group durably that went there directly, with everything up to its end.
    func didCommitDirectly(upTo position: Position) {
        directCount.add(1, ordering: .relaxed)
        didCommit(upTo: position)
    }

    /// Records that LMDB has failed: nothing pending reaches it before the store is reopened.
    func failDraining(_ failure: EventStoreError) {
        state.withLock { $0.drainFailure = $0.drainFailure ?? failure }
        drainFailedFlag.store(true, ordering: .releasing)
        state.broadcast()
    }
}

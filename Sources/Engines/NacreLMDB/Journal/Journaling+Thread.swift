import LMDB
import Nacre
import Synchronization

/// The journal's own thread: it prepares the file, drains it, and looks for other openings.
extension Journaling {
    /// What is due.
    enum Step {
        case prepare
        case drain
        case look
        case stop
    }

    /// Works until the store closes.
    func run() {
        while perform(nextStep()) {}
    }

    /// Does what is due, after ``State/isAtWork`` was set.
    ///
    /// - Returns: Whether the thread goes on.
    func perform(_ step: Step) -> Bool {
        switch step {
        case .prepare: prepare()
        case .drain:
            drain()
            // On a slow disk, draining takes as long as its interval, and another opening may wait.
            look()
        case .look: look()
        case .stop:
            // Appends may have stopped while the journal was prepared.
            presence.disown()
            return false
        }
        state.withLock { $0.isAtWork = false }
        state.broadcast()
        return true
    }

    /// Ends the thread, once the writer has ended.
    func close() {
        state.withLock { $0.phase = .ended }
        state.broadcast()
    }

    private func nextStep() -> Step {
        while true {
            // Nothing is due before the writer asks for the journal.
            state.wait { $0.isUnused ? nil : true }
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
                case .unused, .prepared, .ending: return nil
                }
            }
            if let step { return step }
            if let step = dueStep() { return step }
        }
    }

    /// What the passing of time has made due.
    private func dueStep() -> Step? {
        let now = ConditionLock.now
        let hasPending = environment.pendingBlocks.blocks != nil
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
            case .unused, .wanted, .ending: return nil
            }
        }
    }

    /// Prepares the file, if no other opening is there.
    private func prepare() {
        do {
            // An LMDB tool is seen by the lock file of LMDB alone.
            guard try !environment.isOpenInOtherProcess, try presence.own() else {
                return setUnused(until: ConditionLock.now + policy.retryInterval)
            }
            let journal = try PreparedJournal.prepare(
                path, of: storeID, in: environment, byteCount: policy.fileBytes,
                at: policy.pausesWhileBuilding ? .beside { [self] in isWanted && !isAwaited } : .atOnce)
            state.withLock { state in
                guard case .wanted = state.phase else { return }
                state.phase = .prepared(journal)
                state.lastGroup = ConditionLock.now
                preparedFlag.store(true, ordering: .releasing)
            }
        } catch {
            // The store is closing.
            guard isWanted else { return }
            if isAwaited { return endUse(retryingAfter: policy.retryInterval) }
            // Appends go on through LMDB; the disk may have room later, and another program may end.
            observer.log.journalUnusable(error)
            endUse(retryingAfter: 60 * policy.busyPeriod)
        }
    }

    private var isWanted: Bool {
        state.withLock { state in
            if case .wanted = state.phase { true } else { false }
        }
    }

    /// Whether another opening waits for this one.
    ///
    /// A lock that cannot be inspected is no reason to make it wait.
    private var isAwaited: Bool { (try? presence.isAlone) != true }

    /// Looks for other openings, and for the end of a burst of appends.
    private func look() {
        let groups = frameCount.load(ordering: .relaxed) + directCount.load(ordering: .relaxed)
        observer.metrics?.journal.isPending(pendingBytes)
        let now = ConditionLock.now
        let (isIdle, canEnd) = state.withLock { state in
            if groups != state.seenGroups {
                state.seenGroups = groups
                state.lastGroup = now
            }
            // If LMDB has failed, the use cannot end, and frames go on.
            let isIdle = state.leaving > 0 || now >= state.lastGroup + policy.idleTime
            return (state.drainFailure == nil && isIdle, now >= state.nextEnd)
        }
        guard canEnd, isIdle || isAwaited else { return }
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
            let drained = try PendingDrain.commit(in: environment, atMost: policy.commitBytes) { error in
                failDraining(.appendsStopped(error, outcome: .notWritten))
            }
            if let drained { didCommit(upTo: drained.end) }
            pendingByteCount.store(environment.pendingBlocks.blocks?.byteCount ?? 0, ordering: .relaxed)
            state.withLock { state in
                state.lastDrain = begun
                // Read under the lock: the writer may have exceeded the bound since.
                state.isDrainDue = environment.pendingBlocks.blocks?.byteCount ?? 0 >= policy.drainBytes
                guard let drained else { return }
                state.counts.drains += 1
                state.counts.drainedBytes += drained.byteCount
                state.counts.drainingTime += .nanoseconds(ConditionLock.now - begun)
            }
            if let drained { observer.metrics?.journal.drained(drained.byteCount, in: ConditionLock.now - begun) }
        } catch let error as EventStoreError where error.isLockTimeout {
            // No transaction was begun and the disk has not failed: the next attempt is due as after a drain.
            state.withLock { state in
                state.lastDrain = ConditionLock.now
                state.isDrainDue = false
            }
        } catch {
            let failure = EventStoreError.appendsStopped(error, outcome: .notWritten)
            failDraining(failure)
            observer.log.journalNotDrained(error)
        }
    }
}

internal import Nacre
internal import NacreLMDB
internal import Synchronization

/// The connection of a local store to its replicated log: follows the log, and orders the local store's groups in it.
final class Replica: Sendable {
    let log: any ReplicatedLog
    let node: EventID
    let storeID: StoreID
    let options: ReplicatedEventStore.Options
    let observer: ReplicaObserver
    let limits = TimeLimits()
    private let state = Mutex(ReplicaState())

    init(
        _ log: any ReplicatedLog, node: EventID, storeID: StoreID, options: ReplicatedEventStore.Options,
        observer: ReplicaObserver
    ) {
        self.log = log
        self.node = node
        self.storeID = storeID
        self.options = options
        self.observer = observer
    }

    /// Changes the state, and resumes what waited for the change.
    @discardableResult
    func change<Success: Sendable>(_ body: (inout sending ReplicaState) throws -> sending Success) rethrows -> Success {
        let (result, ready) = try state.withLock { state in
            let before = state.progress
            let result = try body(&state)
            return (result, state.progress == before ? [] : state.takeReady())
        }
        for (waiter, error) in ready {
            waiter.timer?.cancel()
            if let error { waiter.continuation.resume(throwing: error) } else { waiter.continuation.resume() }
        }
        return result
    }

    /// Reads the state.
    func look<Success: Sendable>(_ body: (borrowing ReplicaState) throws -> sending Success) rethrows -> Success {
        try state.withLock { try body($0) }
    }

    /// Begins to follow.
    ///
    /// - Parameters:
    ///   - sequence: The last entry whose effect the local store has.
    ///   - end: The end of the store's log there, if it is known.
    ///   - tail: The tail of the log.
    ///   - localEnd: The end of the local store.
    /// - Throws: `diverged` if the local store has events that the log lacks.
    func start(
        after sequence: LogSequence, end: Checkpoint?, tail: LogSequence, localEnd: Checkpoint
    ) throws(EventStoreError) {
        if sequence >= tail, let end { try Self.check(localEnd, isNotBehind: end) }
        change { state in
            state.isStarted = true
            state.received = sequence
            state.receivedAt = .now
            state.applied = sequence
            state.end = end
            state.openingTail = tail
            state.note(tail: tail)
            if state.applied >= tail { state.behindSince = nil }
        }
    }

    /// Checks that the local store has nothing that the log lacks.
    static func check(_ local: Checkpoint, isNotBehind log: Checkpoint) throws(EventStoreError) {
        guard local.position > log.position else { return }
        throw EventStoreError(
            .diverged,
            """
            the replica has events up to position \(local.position), but the replicated log ends at \
            \(log.position): the log has lost entries, or is another one; restore the log, or begin with an empty \
            folder if the loss is accepted
            """, position: log.position + 1)
    }

    // MARK: Waiting

    /// Waits until a condition holds.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - limit: How long to wait; `nil` for as long as it takes.
    /// - Throws: ``TimeLimitPassed``; `CancellationError`; the error with which the replica has ended.
    func wait(for condition: ReplicaState.Condition, limit: Duration?) async throws {
        let isReady = try look { state in
            if let ending = state.ending { throw ending }
            return state.holds(condition)
        }
        if isReady { return }
        let number = change { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                change { $0.waiters[number] = ReplicaState.Waiter(condition: condition, continuation: continuation) }
                if Task.isCancelled { end(number, CancellationError()) }
                guard let limit else { return }
                let timer = Task {
                    do { try await Task.sleep(for: limit) } catch { return }
                    end(number, TimeLimitPassed())
                }
                change { state in
                    if state.waiters[number] == nil { timer.cancel() } else { state.waiters[number]?.timer = timer }
                }
            }
        } onCancel: {
            end(number, CancellationError())
        }
    }

    private func end(_ number: UInt64, _ error: any Error) {
        let waiter = change { $0.waiters.removeValue(forKey: number) }
        waiter?.timer?.cancel()
        waiter?.continuation.resume(throwing: error)
    }

    // MARK: Contact with the log

    /// Runs a call of the log, and notes whether the log answers.
    ///
    /// - Throws: ``TimeLimitPassed``; errors of the call.
    func asking<Success: Sendable>(
        _ limit: Duration, _ body: @escaping @Sendable (any ReplicatedLog) async throws -> Success,
        orElse early: (@Sendable () async -> Success?)? = nil
    ) async throws -> Success {
        let begun = ContinuousClock.now
        do {
            let answer = try await limits.run(limit, { [log] in try await body(log) }, orElse: early)
            if case .unknown(let error)? = answer as? LogAppendOutcome {
                noteFailure(error)
            } else {
                observer.roundTrip(begun.duration(to: .now))
                noteContact()
            }
            return answer
        } catch {
            // A call that had hardly any time left says nothing about the log.
            if !(error is TimeLimitPassed) || limit >= options.watchInterval { noteFailure(error) }
            throw error
        }
    }

    /// Notes that the log answers.
    func noteContact() {
        let isBack = change { state in
            state.counts.roundTrips += 1
            defer { state.isCutOff = false }
            return state.isCutOff
        }
        if isBack { observer.connected(to: log.name) }
    }

    /// Notes an error of the log, which is logged once for each time that the node is cut off.
    func noteFailure(_ error: any Error) {
        if error is CancellationError { return }
        if let error = error as? ReplicatedLogError, !error.cutsOff { return }
        let isNew = change { state in
            if state.isClosed { return false }
            defer { state.isCutOff = true }
            return !state.isCutOff
        }
        if isNew { observer.cutOff(from: log.name, error) }
    }

    /// Stops the replica: appends and linearizable reads fail from now on.
    func stop(_ error: EventStoreError) {
        let isNew = change { state in
            guard state.ending == nil else { return false }
            state.failure = error
            return true
        }
        if isNew { observer.stopped(error) }
    }

    /// How long calls of the log in progress may take when the store is closing.
    private static let closingLimit = Duration.seconds(1)

    /// Ends all waiting, except for a call of the log in progress, which has one more second.
    func close() {
        change { $0.isClosed = true }
        Task { [limits] in
            try? await Task.sleep(for: Self.closingLimit)
            limits.endAll()
        }
    }
}

extension ReplicatedLogError {
    /// Whether the log may answer later.
    var isOfConnection: Bool { code == .unreachable }

    /// Whether a node with this error can neither follow the log nor ask for its tail.
    fileprivate var cutsOff: Bool { ![.entryTooLarge, .noSpace, .trimmed, .foreignContent].contains(code) }
}

public import DomainKit

/// Runs a process manager: passes it the events of the log in order, and appends its reactions.
///
/// The reaction to an event and the checkpoint are appended in one commit, which expects the process's own stream at
/// the version that was read. The effects of an event therefore happen exactly once, even after a crash and with
/// any number of runners in several processes: if two runners react to the same event, one of the commits is refused;
/// that runner reads the new state and continues from there. The checkpoint is in the log, so deleting derived data
/// repeats nothing.
///
/// For events without a reaction, the checkpoint is only written at intervals, so they may be processed again.
///
/// Threading: may be shared between tasks.
public struct ProcessRunner: LogFollower {
    // PROC-01: A process manager's checkpoint is an event in the commit of its effects.

    /// The maximum length of a process's name, in bytes of UTF-8; the minimum is 1.
    public static let nameBytes = 64

    /// The name of the process.
    public var name: String { manager.name }

    /// The word `process` and the name.
    public var label: String { "process \(manager.name)" }

    let manager: any ProcessManager
    let store: any EventStore
    // PROC-02: Every effect writes a checkpoint; events without effect share one per 1,000.
    let checkpointInterval: Int
    let conflictRetry: ConflictRetry
    let time: any TimeSource
    let clock: any Clock<Duration>

    /// The journal in the process's own stream.
    let journal: ProcessJournal

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - manager: The process manager.
    ///   - store: The log.
    ///   - checkpointInterval: The number of events without a reaction after which the checkpoint is written. At most
    ///     this many events are processed again after a restart.
    ///   - retry: The retry policy for conflicts. At least two attempts are made, because only a second conflict on
    ///     unchanged state shows that no retry can succeed.
    ///   - time: The clock.
    ///   - clock: The clock for pauses while the write lock is held by another process.
    ///   - notice: Called when the process's own stream holds foreign records.
    public init(
        manager: any ProcessManager, store: any EventStore, checkpointInterval: Int = 1_000,
        retrying retry: ConflictRetry = ConflictRetry(), time: any TimeSource = SystemTimeSource(),
        clock: any Clock<Duration> = ContinuousClock(),
        notice: @escaping @Sendable (ForeignRecords) -> Void = { _ in }
    ) {
        self.manager = manager
        self.store = store
        self.checkpointInterval = max(1, checkpointInterval)
        var retry = retry
        // A permanent conflict is recognised by its repetition, so there must be a second attempt. See PROC-06.
        retry.attempts = max(2, retry.attempts)
        conflictRetry = retry
        self.time = time
        self.clock = clock
        journal = ProcessJournal(of: manager.name, in: store, time: time, notice: notice)
    }

    /// Handles all events up to the current head.
    ///
    /// Reactions are appended after it. If the process reacts to them too, the next call handles them.
    ///
    /// - Parameter progress: Called after every event with its position and the head.
    /// - Returns: The head.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/processHalted`` if the process is halted or
    ///   halts, or with code ``EventStoreError/Code/conflict`` if every attempt of a decision met a conflict;
    ///   `CancellationError` between two events.
    @discardableResult
    public func catchUp(
        progress: ((_ position: Position, _ head: Position) -> Void)? = nil
    ) async throws -> Position {
        let head = try await store.head()
        while true {
            var state = try await startingState()
            guard state.position < head else { return head }
            var events = store.readLog(.forward(after: state.position), matching: manager.query).makeAsyncIterator()
            var isPresent = true
            while isPresent, let event = try await events.next(), event.position <= head {
                isPresent = try await handle(event, &state)
                if isPresent { progress?(event.position, head) }
            }
            // If another runner has handled the event first, this one continues from that runner's checkpoint.
            if isPresent { return head }
        }
    }

    /// Handles all events and then new ones, appended by any process, until the task is cancelled.
    ///
    /// - Parameter progress: Called after every event with its position.
    /// - Throws: Errors of ``catchUp(progress:)``, except `locked`, after which it retries; errors that end a
    ///   subscription.
    public func run(progress: ((_ position: Position) -> Void)?) async throws {
        while true {
            var state = try await startingState()
            var messages = store.subscribe(after: state.position, matching: manager.query).makeAsyncIterator()
            var isPresent = true
            while isPresent, let message = try await messages.next() {
                guard case .event(let event) = message else { continue }
                do {
                    isPresent = try await handle(event, &state)
                } catch let error as EventStoreError where error.code == .locked {
                    // The lock is held by another process, which may be suspended and resume: retry.
                    try await clock.sleep(for: .lockRetryDelay)
                    break
                }
                if isPresent { progress?(event.position) }
            }
        }
    }

    private func startingState() async throws -> ProcessState {
        try Task.checkCancellation()
        try manager.query.validate()
        let count = manager.name.utf8.count
        guard (1...Self.nameBytes).contains(count) else {
            throw EventStoreError.invalid(
                "a process's name is 1 to \(Self.nameBytes) bytes of UTF-8, \(quoted(manager.name)) has \(count)")
        }
        let state = try await journal.state()
        // A halt is recorded in the log, so it stops every program that runs the process. See PROC-07.
        if let halt = state.halt { throw halt.error(of: manager.name) }
        return state
    }
}

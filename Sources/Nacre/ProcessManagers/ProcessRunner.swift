public import DomainKit

/// Runs a process manager: shows it the events of the log in order, and appends what it decides.
///
/// What the manager decides on an event, and the note that the event has been dealt with, are one commit, which takes
/// effect only where the process's own stream is as it was found. So the effects of an event happen exactly once, through
/// crashes, and with any number of runners in any number of processes: of two that decide on the same event one is
/// refused, finds out how far the other has come, and goes on there. The note is in the log, so deleting derived data
/// repeats nothing.
///
/// An event that leads to nothing is noted only now and then, and may be looked at again.
///
/// Threading: may be shared between tasks.
public struct ProcessRunner: LogFollower {
    /// The greatest length of a process's name, in bytes of UTF-8; the least is 1.
    public static let nameBytes = 64

    /// The name of the process.
    public var name: String { manager.name }

    /// The word `process` and its name.
    public var label: String { "process \(manager.name)" }

    let manager: any ProcessManager
    let store: any EventStore
    let checkpointInterval: Int
    let conflictRetry: ConflictRetry
    let time: any TimeSource
    let clock: any Clock<Duration>

    /// What the process's own stream tells.
    let journal: ProcessJournal

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - manager: The process manager.
    ///   - store: The log.
    ///   - checkpointInterval: After how many events that lead to nothing it is written down how far the process has come;
    ///     at most so many are looked at again by whoever goes on.
    ///   - retry: How often a decision is made anew on an event where what it rests on has changed; at least two attempts
    ///     are made, since a second conflict on unchanged state is what tells that no attempt can succeed.
    ///   - time: What says when something happens.
    ///   - clock: What waits, where a write lock is held for too long.
    ///   - notice: Is told of events in the process's own stream that are not its own.
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
        retry.attempts = max(2, retry.attempts)
        conflictRetry = retry
        self.time = time
        self.clock = clock
        journal = ProcessJournal(of: manager.name, in: store, time: time, notice: notice)
    }

    /// Deals with all events up to the head of this moment.
    ///
    /// What follows from them comes behind that, and is dealt with by the next call where the process reacts to it too.
    ///
    /// - Parameter progress: Is told, after every event, its position and the head.
    /// - Returns: The head.
    /// - Throws: ``EventStoreError``: with code ``EventStoreError/Code/processHalted`` where the process is or becomes
    ///   halted; with code ``EventStoreError/Code/conflict`` where what a decision rests on changed at every attempt.
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
            if isPresent { return head }
        }
    }

    /// Deals with all events, those that come too, from whichever process, until the task is cancelled.
    ///
    /// - Parameter progress: Is told, after every event, its position.
    /// - Throws: What ``catchUp(progress:)`` throws, but for `locked`, a moment behind which it tries again; and what
    ///   ends a subscription.
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
                    // A process that was stopped may go on: so does this one then.
                    try await clock.sleep(for: .pauseBehindLock)
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
        if let halt = state.halt { throw halt.error(of: manager.name) }
        return state
    }
}

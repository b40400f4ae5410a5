import Logging
public import Nacre
import Synchronization

extension Runtime {
    /// The status of each process manager.
    ///
    /// - Returns: The statuses; empty if the program declares no process managers.
    /// - Throws: `EventStoreError` if the log cannot be read.
    public func processes() async throws -> [ProcessStatus] {
        var list: [ProcessStatus] = []
        for process in processRunners { list.append(try await process.status()) }
        return list
    }

    /// The state of all process managers that have written to the log, whichever program runs them: position and halt.
    ///
    /// Foreign events in a process manager's stream are reported to the logger of the options.
    ///
    /// - Returns: A journal for each existing process stream, ordered by the UTF-8 bytes of the names.
    /// - Throws: `EventStoreError` if the log cannot be read.
    /// - Complexity: O(*n*) in the events that process managers have written.
    public func processJournals() async throws -> [ProcessJournal] {
        let found = Mutex<[StreamName]>([])
        try await inspection.forEachStream(in: ProcessJournal.category) { summary in
            found.withLock { $0.append(summary.stream) }
        }
        return found.withLock { $0 }.sorted().compactMap { stream in
            ProcessJournal(stream, in: store, time: storage.time, notice: logger.warn(ofForeign:))
        }
    }

    /// Runs the process managers up to the head of the log.
    ///
    /// Several programs may run the same process managers on one store at once: each event has its effects exactly
    /// once. A process manager that halts does not stop the others; the halt is logged and appears in ``processes()``.
    ///
    /// - Parameter progress: Called after each handled event with its position and the head.
    /// - Returns: The errors that halt process managers; empty if none is halted.
    /// - Throws: `EventStoreError` if the log cannot be read or written; code `conflict` if every retry met a conflict.
    ///   `CancellationError` if cancelled, between two events.
    @discardableResult
    public func react(
        progress: ((_ position: Position, _ head: Position) -> Void)? = nil
    ) async throws -> [EventStoreError] {
        // PROC-12: Process managers run only where a program calls them.
        var halts: [EventStoreError] = []
        for process in processRunners {
            do {
                try await process.catchUp(progress: progress)
            } catch let error as EventStoreError where error.code == .processHalted {
                halts.append(error)
                logger.error("\(error.message)", metadata: error.position.map { ["position": "\($0)"] })
            }
        }
        return halts
    }

    /// Runs the process managers until the task is cancelled: existing events, then new ones from any process.
    ///
    /// Returns at once if there are no process managers.
    ///
    /// - Throws: `EventStoreError` with code `processHalted` if a process manager is or becomes halted, which stops the
    ///   others; `CancellationError` if the task is cancelled.
    public func runProcesses() async throws {
        try await Self.run(processRunners)
    }

    /// Runs process managers on existing and new events; the first error stops all of them.
    static func run(_ processes: [ProcessRunner]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for process in processes { group.addTask { try await process.run() } }
            // Not `waitForAll`: it waits for all child tasks before it rethrows an error.
            for try await _ in group {}
        }
    }

    /// Retries the event that halts a process manager, then catches up.
    ///
    /// - Parameter name: The process manager; one that is not halted catches up.
    /// - Returns: The head of the log.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such process manager; `processHalted` if an event
    ///   cannot be handled; other codes if the log cannot be read or written.
    @discardableResult
    public func retry(process name: String) async throws -> Position {
        try await process(name).retry()
    }

    /// Makes a process manager skip an event permanently, then catches up.
    ///
    /// The event may be the one that halts it or any that it has not handled yet.
    ///
    /// - Parameters:
    ///   - position: The position of the event.
    ///   - name: The process manager.
    ///   - reason: Why the event is skipped, recorded in the log: 1 to `ProjectionSkip.reasonBytes` bytes of UTF-8.
    /// - Returns: The head of the log.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such process manager, or it has handled the
    ///   position already; `noSuchPosition` if there is no event at the position; `processHalted` if another event
    ///   cannot be handled; other codes if the log cannot be read or written.
    @discardableResult
    public func skip(_ position: Position, inProcess name: String, reason: String) async throws -> Position {
        try await process(name).skip(position, reason: reason)
    }

    private func process(_ name: String) throws -> ProcessRunner {
        guard let process = processRunners.first(where: { $0.name == name }) else {
            throw EventStoreError.unknown("process", name, among: processRunners.map(\.name))
        }
        return process
    }
}

import Logging
public import Nacre
import Synchronization

extension Runtime {
    /// How far each process manager has come.
    ///
    /// - Returns: Their states; none where the program has none.
    /// - Throws: `EventStoreError` where the log cannot be read.
    public func processes() async throws -> [ProcessStatus] {
        var list: [ProcessStatus] = []
        for process in processRunners { list.append(try await process.status()) }
        return list
    }

    /// What the log tells of process managers, whichever program runs them: where each stands, and what halts it.
    ///
    /// The logger of the options names events there that are not the process's own.
    ///
    /// - Returns: The journals of those whose streams are there, in the order of their names' bytes.
    /// - Throws: `EventStoreError` where the log cannot be read.
    /// - Complexity: O(*n*) in what process managers have written.
    public func processJournals() async throws -> [ProcessJournal] {
        let found = Mutex<[StreamName]>([])
        try await inspection.forEachStream(in: ProcessJournal.category) { summary in
            found.withLock { $0.append(summary.stream) }
        }
        return found.withLock { $0 }.sorted().compactMap { stream in
            ProcessJournal(stream, in: store, time: storage.time, notice: logger.warn(ofForeign:))
        }
    }

    /// Has the process managers deal with all events up to the head of the log.
    ///
    /// Several programs may do this at once, on one store: whatever follows from an event follows once. A process that
    /// halts does not stop the others; the logger of the options says so, and ``processes()`` shows it.
    ///
    /// - Parameter progress: Is given, after every event that a process has dealt with, its position and the head.
    /// - Returns: What halts processes, empty where none is halted.
    /// - Throws: `EventStoreError` where the log cannot be read or written, and with code `conflict` where what a decision
    ///   rests on changed at every attempt; `CancellationError` between two events.
    @discardableResult
    public func react(
        progress: ((_ position: Position, _ head: Position) -> Void)? = nil
    ) async throws -> [EventStoreError] {
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

    /// Has the process managers deal with all events, those that come too, from whichever process, until the task is
    /// cancelled; with none it returns at once.
    ///
    /// - Throws: `EventStoreError`, with code `processHalted` where one of them is or becomes halted, which ends the
    ///   others; `CancellationError` where the task is cancelled.
    public func runProcesses() async throws {
        try await Self.run(processRunners)
    }

    /// Has processes deal with all events, those that come too; what one of them throws ends the others.
    static func run(_ processes: [ProcessRunner]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for process in processes { group.addTask { try await process.run() } }
            // Not `waitForAll`, which waits for the others too before it throws what one has thrown.
            for try await _ in group {}
        }
    }

    /// Tries the event that halts a process manager again, and goes on.
    ///
    /// - Parameter name: The name of the process; one that is not halted catches up.
    /// - Returns: The head of the log.
    /// - Throws: `EventStoreError`: `invalidArgument` where there is no such process, `processHalted` where an event
    ///   cannot be handled; otherwise where the log cannot be read or written.
    @discardableResult
    public func retry(process name: String) async throws -> Position {
        try await process(name).retry()
    }

    /// Has a process manager pass over an event, for good, and goes on: the one that halts it, or any that it has not dealt
    /// with.
    ///
    /// - Parameters:
    ///   - position: The position of the event.
    ///   - name: The name of the process.
    ///   - reason: Why the event may be passed over, which the log keeps: 1 to `ProjectionSkip.reasonBytes` of UTF-8.
    /// - Returns: The head of the log.
    /// - Throws: `EventStoreError`: `invalidArgument` where there is no such process, or it has dealt with the
    ///   position; `noSuchPosition` where no event stands there; `processHalted` where another event cannot be handled; otherwise where the log cannot be read or written.
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

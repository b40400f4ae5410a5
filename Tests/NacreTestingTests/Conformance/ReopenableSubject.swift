import DomainKit
import Nacre
import NacreTesting
import Synchronization
import Testing

/// An in-memory log with handles that open and close: reopening and sharing without a disk.
final class ReopenableSubject: ConformanceSubject {
    enum Fault {
        /// Reopening finds an empty log.
        case losesEventsOnReopening

        /// The second process has its own log.
        case isNotShared

        /// Each process uses its own clock for `recordedAt`, whatever was recorded before.
        case usesOwnClock
    }

    private struct State {
        var clock: any TimeSource = SystemTimeSource()
        var log: InMemoryEventStore?
        var other: InMemoryEventStore?
        var door: Door?
    }

    private let fault: Fault?
    private let state = Mutex(State())

    init(fault: Fault? = nil) {
        self.fault = fault
    }

    func store(timeSource: any TimeSource) async throws -> any EventStore {
        state.withLock { state in
            state.clock = ProcessClock(first: timeSource)
            let log = InMemoryEventStore(timeSource: state.clock)
            state.log = log
            state.other = fault == .isNotShared ? InMemoryEventStore(timeSource: state.clock) : log
            return open(&state, log)
        }
    }

    func anotherStore() async throws -> any EventStore { InMemoryEventStore() }

    func reopened() async throws -> any EventStore {
        let door = state.withLock { $0.door }
        await door?.close()
        return try state.withLock { state in
            let old = try #require(state.log)
            let log = fault == .losesEventsOnReopening ? InMemoryEventStore(timeSource: state.clock) : old
            state.log = log
            return open(&state, log)
        }
    }

    func appendInAnotherProcess(_ commit: Commit) async throws -> AppendResult {
        let other = try #require(state.withLock { $0.other })
        return try await ProcessClock.$isSecondProcess.withValue(true) { try await other.append(commit) }
    }

    func readInAnotherProcess(_ stream: StreamName) async throws -> [RecordedEvent] {
        try await seen(#require(state.withLock { $0.other })).read(stream).collect()
    }

    private func open(_ state: inout State, _ log: InMemoryEventStore) -> Door {
        let door = Door(log: seen(log))
        state.door = door
        return door
    }

    /// The log, changed by the fault.
    private func seen(_ log: InMemoryEventStore) -> MutantStore {
        MutantStore(base: log, mutation: fault == .usesOwnClock ? .followsClockBackward : nil)
    }
}

/// The appending process's clock: the second one uses the system clock.
private struct ProcessClock: TimeSource {
    @TaskLocal static var isSecondProcess = false

    let first: any TimeSource

    func now() -> Instant { Self.isSecondProcess ? SystemTimeSource().now() : first.now() }
}

/// One opening of a log.
private final class Door: EventStore, MappedLog {
    private let log: MutantStore
    private let isClosed = Atomic(false)

    init(log: MutantStore) {
        self.log = log
    }

    var id: StoreID { log.id }

    private func entered() throws -> MutantStore {
        if isClosed.load(ordering: .sequentiallyConsistent) { throw EventStoreError(.closed, "the door is closed") }
        return log
    }

    func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        try await entered().append(commit, as: author)
    }

    func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        log.read(stream, order, limit: limit)
    }

    func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        log.readLog(order, matching: query, limit: limit)
    }

    @available(*, noasync)
    func scan(after position: Position, while body: (EventView) throws -> Bool) throws {
        try entered().scan(after: position, while: body)
    }

    func subscribe(after position: Position, matching query: Query) -> Subscription {
        log.subscribe(after: position, matching: query)
    }

    func event(at position: Position) async throws -> RecordedEvent { try await entered().event(at: position) }

    func event(withID id: EventID) async throws -> RecordedEvent? { try await entered().event(withID: id) }

    func head() async throws -> Position { try await entered().head() }

    func version(of stream: StreamName) async throws -> StreamVersion { try await entered().version(of: stream) }

    func checkpoint(at position: Position) async throws -> Checkpoint {
        try await entered().checkpoint(at: position)
    }

    func close() async { isClosed.store(true, ordering: .sequentiallyConsistent) }
}

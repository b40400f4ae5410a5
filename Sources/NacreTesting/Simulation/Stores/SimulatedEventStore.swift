internal import DomainKit
public import Nacre
internal import Synchronization

/// An in-memory event store with a scheduling point before and after every call, and faults drawn from the seed.
///
/// It fulfils `EventStore`; each fault is an error that the embedded store may throw too. After a failed append, all
/// appends of the same process fail until it is restarted, because each start reopens the store. A task outside all
/// processes is never restarted: for it the store reopens at once. The store survives the crashes of the processes that
/// use it. Create it with ``SimulationWorld/eventStore(_:time:)``.
public final class SimulatedEventStore: EventStore, MappedLog {
    /// The log without scheduling points and faults, for checking properties.
    public let log: InMemoryEventStore

    let faults: SimulationFaults
    let world: SimulationWorld
    private let waiting = Mutex<[(number: UInt64, position: Position)]>([])

    var scheduler: Scheduler { world.scheduler }

    init(in world: SimulationWorld, _ faults: SimulationFaults, time: any TimeSource) {
        self.world = world
        self.faults = faults
        log = InMemoryEventStore(timeSource: time, makeID: world.eventID(at:))
    }

    /// The identity of the log.
    public var id: StoreID { log.id }

    /// Appends a commit, unless a fault is drawn.
    ///
    /// - Parameters:
    ///   - commit: Events with their streams, expectations, checks and conditions.
    ///   - author: The author to record.
    /// - Returns: The result of the store.
    /// - Throws: Errors of the store, and simulated faults.
    @discardableResult
    public func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        try await scheduler.pause(
            SchedulingPoint("appends to", commit.entries.first?.stream.text))
        let life = Strand.current?.process
        if let life, life.hasStoppedAppends(to: self) {
            throw EventStoreError.simulatedStop(.notWritten)
        }
        if world.fault(faults.failedAppends) { throw stop(life, .notWritten) }
        let isUnknown = world.fault(faults.unknownAppends)
        // An unknown outcome means nothing written, as here, or everything, as below.
        if isUnknown, world.chance(0.5) { throw stop(life, .unknown) }
        let result = try await log.append(commit, as: author)
        // Rules are checked before any other task can run.
        world.checkRules()
        wake(upTo: result.lastPosition)
        try await scheduler.pause(SchedulingPoint("has appended up to", number: result.lastPosition))
        if isUnknown { throw stop(life, .unknown) }
        return result
    }

    /// Stops the appends of a process, and creates the error of the failed one.
    private func stop(_ life: SimulatedProcess.Life?, _ outcome: EventStoreError.Outcome) -> EventStoreError {
        // A task outside of processes is never restarted, so its appends go on.
        if let life, life.isSupervised { life.stopAppends(to: self) }
        return .simulatedStop(outcome)
    }

    /// Closes the store, and ends its subscriptions.
    public func close() async {
        await log.close()
        wake(upTo: .max)
    }

    /// Waits until there is an event after a position.
    func wait(after position: Position) async throws {
        while try await log.head() <= position {
            let number = scheduler.waitNumber()
            waiting.withLock { $0.append((number, position)) }
            try await scheduler.wait(number, at: SchedulingPoint("waits for events after", number: position))
        }
    }

    private func wake(upTo head: Position) {
        let ready = waiting.withLock { waiting in
            defer { waiting.removeAll { $0.position < head } }
            return waiting.filter { $0.position < head }
        }
        for waiter in ready { scheduler.wake(waiter.number) }
    }
}

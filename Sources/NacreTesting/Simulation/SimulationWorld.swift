public import DomainKit
public import Nacre
internal import Synchronization

/// The environment of a simulated run: its tasks and processes, clock, random numbers and stores.
///
/// The seed determines everything in it. ``Simulation`` creates one for each run.
public final class SimulationWorld: Sendable {
    struct Tasks: Sendable {
        var strands: [Int: (strand: Strand, task: Task<Void, Never>?)] = [:]
        var lastNumber = 0
        /// The number of processes being restarted.
        var restarting = 0
        /// The wait for the tasks that must end, or for all.
        var waiter: UInt64?
        var isFinishing = false
        var rules: [(name: String, holds: @Sendable () throws -> Void)] = []
    }

    /// The seed of the run.
    public let seed: UInt64

    let scheduler: Scheduler
    let tasks = Mutex(Tasks())
    let life = SimulatedProcess.Life()

    init(seed: UInt64, options: SimulationOptions) {
        self.seed = seed
        scheduler = Scheduler(seed: seed, options: options)
    }

    // MARK: Chance

    /// Draws a number.
    ///
    /// - Parameter range: The range; not empty.
    /// - Returns: A uniformly distributed number.
    public func random(in range: ClosedRange<Int>) -> Int {
        scheduler.state.withLock { Int.random(in: range, using: &$0.random) }
    }

    /// Draws whether an event of a given probability occurs.
    ///
    /// - Parameter probability: The probability: 0 for never, 1 for always.
    /// - Returns: Whether it occurs.
    public func chance(_ probability: Double) -> Bool {
        scheduler.state.withLock { $0.random.chance(probability) }
    }

    /// Generates an event id, in the form of a version 7 UUID.
    func eventID(at time: Instant) -> EventID {
        let (one, two) = scheduler.state.withLock { ($0.random.next(), $0.random.next()) }
        let milliseconds = UInt64(max(0, time.nanosecondsSince1970)) / 1_000_000
        return EventID(high: milliseconds << 16 | 0x7000 | one & 0xFFF, low: 0b10 << 62 | two >> 2)
    }

    /// Draws whether a fault occurs; none does once the world is calm.
    func fault(_ probability: Double) -> Bool {
        scheduler.state.withLock { !$0.isCalm && !$0.isOver && $0.random.chance(probability) }
    }

    // MARK: Time

    /// The clock for waiting.
    public var clock: SimulatedClock { SimulatedClock(scheduler: scheduler) }

    /// The same clock as a time source.
    public var time: any TimeSource { SimulatedTime(clock: clock) }

    /// A retry policy for conflicts that backs off on the world's clock, for durations drawn from the seed.
    ///
    /// - Parameter attempts: The total number of attempts, including the first.
    /// - Returns: The policy.
    public func conflictRetry(attempts: Int = ConflictRetry.defaultAttempts) -> ConflictRetry {
        ConflictRetry(attempts: attempts, clock: clock) { [self] in Double(random(in: 0...1_000)) / 1_000 }
    }

    /// Waits on the simulated clock.
    ///
    /// - Parameter duration: The duration.
    /// - Throws: `CancellationError`.
    public func sleep(for duration: Duration) async throws {
        try await clock.sleep(for: duration)
    }

    /// A scheduling point: other tasks may run here, and the process may crash.
    ///
    /// The world's stores and executors have such points in every call. Code that shares memory between tasks without
    /// such calls uses `pause` to mark the places where it can be interrupted.
    ///
    /// - Parameter name: The next operation of the task, for failures.
    /// - Throws: An error if the run is over; rethrow it.
    public func pause(_ name: StaticString = "pause") async throws {
        try await scheduler.pause(SchedulingPoint(name))
    }

    /// A serial executor for blocking work, as used by `ProjectionRunner` and `Snapshots`.
    ///
    /// - Returns: A new executor.
    public func blockingExecutor() -> any BlockingExecutor {
        SimulatedBlockingExecutor(scheduler: scheduler)
    }

    // MARK: Stores

    /// Creates an empty event store, which all processes of the world may share and which survives their crashes.
    ///
    /// - Parameters:
    ///   - faults: The faults of the store.
    ///   - time: The store's clock, which may be wrong; by default the world's.
    /// - Returns: The store.
    public func eventStore(
        _ faults: SimulationFaults = .none, time: (any TimeSource)? = nil
    ) -> SimulatedEventStore {
        SimulatedEventStore(in: self, faults, time: time ?? self.time)
    }

    /// Creates an empty read model store, which all processes of the world may share and which survives their crashes.
    ///
    /// - Parameter faults: The faults of the store.
    /// - Returns: The store.
    public func readModelStore(_ faults: SimulationFaults = .none) -> SimulatedReadModelStore {
        SimulatedReadModelStore(in: self, faults)
    }
}

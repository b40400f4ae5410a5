public import DomainKit
public import Nacre
internal import Synchronization

/// What a simulated run takes place in: its tasks and processes, its clock, its chance, its stores.
///
/// Everything in it follows from the seed. ``Simulation`` makes one for every run.
public final class SimulationWorld: Sendable {
    struct Tasks: Sendable {
        var strands: [Int: (strand: Strand, task: Task<Void, Never>?)] = [:]
        var lastNumber = 0
        /// How many processes are being started.
        var restarting = 0
        /// Waits for those that have to end, or for all.
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
    /// - Parameter range: Where it lies; at least one number.
    /// - Returns: A number, each as likely as any other.
    public func random(in range: ClosedRange<Int>) -> Int {
        scheduler.state.withLock { Int.random(in: range, using: &$0.random) }
    }

    /// Draws whether something happens.
    ///
    /// - Parameter probability: How likely it is: 0 for never, 1 for always.
    /// - Returns: Whether it happens.
    public func chance(_ probability: Double) -> Bool {
        scheduler.state.withLock { $0.random.chance(probability) }
    }

    /// Makes an id for an event, in the form of a UUID of version 7.
    func eventID(at time: Instant) -> EventID {
        let (one, two) = scheduler.state.withLock { ($0.random.next(), $0.random.next()) }
        let milliseconds = UInt64(max(0, time.nanosecondsSince1970)) / 1_000_000
        return EventID(high: milliseconds << 16 | 0x7000 | one & 0xFFF, low: 0b10 << 62 | two >> 2)
    }

    /// Whether a fault happens now; none does once the world is calm.
    func fault(_ probability: Double) -> Bool {
        scheduler.state.withLock { !$0.isCalm && !$0.isOver && $0.random.chance(probability) }
    }

    // MARK: Time

    /// The clock that work of the simulation waits by.
    public var clock: SimulatedClock { SimulatedClock(scheduler: scheduler) }

    /// The clock that says when something happens, the same one.
    public var time: any TimeSource { SimulatedTime(clock: clock) }

    /// A policy for conflicts that waits by the world's clock, for as long as the seed says.
    ///
    /// - Parameter attempts: How many attempts are made in all, the first included.
    /// - Returns: The policy.
    public func conflictRetry(attempts: Int = ConflictRetry.defaultAttempts) -> ConflictRetry {
        ConflictRetry(attempts: attempts, clock: clock) { [self] in Double(random(in: 0...1_000)) / 1_000 }
    }

    /// Waits, on the simulated clock.
    ///
    /// - Parameter duration: How long.
    /// - Throws: `CancellationError`.
    public func sleep(for duration: Duration) async throws {
        try await clock.sleep(for: duration)
    }

    /// A scheduling point: others may run here, and the process may crash.
    ///
    /// Every call of the world's stores and executors has them; code that shares memory between its tasks without calling
    /// any of these says with it where it can be interrupted.
    ///
    /// - Parameter name: What the task is about to do, for failures.
    /// - Throws: An error where the run is over, which is to be passed on.
    public func pause(_ name: StaticString = "pause") async throws {
        try await scheduler.pause(SchedulingPoint(name))
    }

    /// A place for blocking work, as `ProjectionRunner` and `Snapshots` take it: one piece after the other.
    ///
    /// - Returns: An executor of its own.
    public func blockingExecutor() -> any BlockingExecutor {
        SimulatedBlockingExecutor(scheduler: scheduler)
    }

    // MARK: Stores

    /// Makes an empty event store, which all processes of the world may share, and which outlives their crashes.
    ///
    /// - Parameters:
    ///   - faults: How it fails.
    ///   - time: The store's clock, which may be wrong; the world's where it is left out.
    /// - Returns: The store.
    public func eventStore(
        _ faults: SimulationFaults = .none, time: (any TimeSource)? = nil
    ) -> SimulatedEventStore {
        SimulatedEventStore(in: self, faults, time: time ?? self.time)
    }

    /// Makes an empty store of read models, which all processes of the world may share, and which outlives their crashes.
    ///
    /// - Parameter faults: How it fails.
    /// - Returns: The store.
    public func readModelStore(_ faults: SimulationFaults = .none) -> SimulatedReadModelStore {
        SimulatedReadModelStore(in: self, faults)
    }
}

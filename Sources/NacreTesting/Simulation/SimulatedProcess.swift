internal import Synchronization

/// A program of a simulation, from one of its starts to its end: it crashes where the seed says, and is started again.
///
/// A crash ends all its tasks where they stand. What they hold in memory is gone, what is in the world's stores stays.
public final class SimulatedProcess: Sendable {
    /// What is known of one life of a process.
    final class Life: Sendable {
        /// How likely it crashes at each scheduling point.
        let crashing: Double

        /// The number under which its end is waited for.
        let end: UInt64

        /// Whether what fails for a simulated fault is started again.
        let isSupervised: Bool

        private let isOver = Mutex(false)

        /// The stores whose appends have stopped, by their objects' identities.
        private let stopped = Mutex<Set<ObjectIdentifier>>([])

        init(crashing: Double = 0, end: UInt64 = 0, isSupervised: Bool = false) {
            self.crashing = crashing
            self.end = end
            self.isSupervised = isSupervised
        }

        var isDead: Bool { isOver.withLock { $0 } }

        /// Stops the appends to a store, until a successor opens it again.
        func stopAppends(to store: SimulatedEventStore) {
            stopped.withLock { _ = $0.insert(ObjectIdentifier(store)) }
        }

        func hasStoppedAppends(to store: SimulatedEventStore) -> Bool {
            stopped.withLock { $0.contains(ObjectIdentifier(store)) }
        }

        /// Ends it; `false` where it had ended.
        func die() -> Bool {
            isOver.withLock { isOver in
                defer { isOver = true }
                return !isOver
            }
        }
    }

    /// The name of the process.
    public let name: String

    /// Which start this is: 1 is the first.
    public let start: Int

    let world: SimulationWorld
    let life: Life

    init(_ name: String, start: Int, in world: SimulationWorld, _ life: Life) {
        self.name = name
        self.start = start
        self.world = world
        self.life = life
    }

    /// Starts a task of the process, which has to end.
    ///
    /// - Parameters:
    ///   - name: What it is called in failures.
    ///   - work: What it does. What it throws fails the run; where it is a simulated fault of a store, the process ends and
    ///     is started again, as a supervisor would do.
    public func spawn(_ name: String, _ work: @escaping @Sendable () async throws -> Void) {
        world.start("\(self.name)/\(name)", in: life, isService: false, work)
    }

    /// Starts a task of the process that goes on until the world is finished, which cancels it.
    ///
    /// - Parameters:
    ///   - name: What it is called in failures.
    ///   - work: What it does, until it is cancelled. What it throws before is treated as by ``spawn(_:_:)``.
    public func serve(_ name: String, _ work: @escaping @Sendable () async throws -> Void) {
        world.start("\(self.name)/\(name)", in: life, isService: true, work)
    }
}

internal import Synchronization

/// One run of a program in a simulation: it crashes when the seed says so, and is restarted.
///
/// A crash ends all its tasks immediately. Its memory is lost; the contents of the world's stores remain.
public final class SimulatedProcess: Sendable {
    /// The state of one run of a process.
    final class Life: Sendable {
        /// The probability of a crash at each scheduling point.
        let crashing: Double

        /// The wait number of its end.
        let end: UInt64

        /// Whether the process is restarted when a simulated fault makes it fail.
        let isSupervised: Bool

        private let isOver = Mutex(false)

        /// The stores whose appends have stopped, by object identity.
        private let stopped = Mutex<Set<ObjectIdentifier>>([])

        init(crashing: Double = 0, end: UInt64 = 0, isSupervised: Bool = false) {
            self.crashing = crashing
            self.end = end
            self.isSupervised = isSupervised
        }

        var isDead: Bool { isOver.withLock { $0 } }

        /// Stops appends to a store until the next run of the process opens it.
        func stopAppends(to store: SimulatedEventStore) {
            stopped.withLock { _ = $0.insert(ObjectIdentifier(store)) }
        }

        func hasStoppedAppends(to store: SimulatedEventStore) -> Bool {
            stopped.withLock { $0.contains(ObjectIdentifier(store)) }
        }

        /// Ends it; `false` if it had ended already.
        func die() -> Bool {
            isOver.withLock { isOver in
                defer { isOver = true }
                return !isOver
            }
        }
    }

    /// The name of the process.
    public let name: String

    /// The number of this start, from 1.
    public let start: Int

    let world: SimulationWorld
    let life: Life

    init(_ name: String, start: Int, in world: SimulationWorld, _ life: Life) {
        self.name = name
        self.start = start
        self.world = world
        self.life = life
    }

    /// Starts a task of the process.
    ///
    /// The task must end.
    ///
    /// - Parameters:
    ///   - name: The name of the task in failures.
    ///   - work: The work. An error fails the run; a simulated fault of a store ends the process and restarts it, as a
    ///     supervisor would.
    public func spawn(_ name: String, _ work: @escaping @Sendable () async throws -> Void) {
        world.start("\(self.name)/\(name)", in: life, isService: false, work)
    }

    /// Starts a task of the process.
    ///
    /// The task runs until the world is finished, which cancels it.
    ///
    /// - Parameters:
    ///   - name: The name of the task in failures.
    ///   - work: The work, until it is cancelled. Errors before that are treated as by ``spawn(_:_:)``.
    public func serve(_ name: String, _ work: @escaping @Sendable () async throws -> Void) {
        world.start("\(self.name)/\(name)", in: life, isService: true, work)
    }
}

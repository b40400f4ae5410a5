internal import Synchronization

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Deterministic simulation: a seed decides the order of tasks, the time, crashes and faults of concurrent code.
///
/// ```swift
/// try await Simulation.run(seeds: 0..<1_000) { world in
///     let store = world.eventStore()
///     for customer in ["ada", "grace"] {
///         world.spawn(customer) { _ = try await SafeSeatDesk(store: store).reserve("7A", for: customer) }
///     }
///     try await world.finish()
///     let owners = try await owners(of: "7A", in: store).count
///     guard owners == 1 else { throw SeatError(owners: owners) }
/// }
/// ```
///
/// All tasks of a run share one thread. At every scheduling point, which includes each call of the world's stores, the
/// seed picks the task that continues. The same seed gives the same run, so a race found with a seed can be replayed.
///
/// The code under test must stay inside the simulation: it takes its clock, its stores and its blocking executor from
/// the world, and starts its tasks as child tasks or with ``SimulationWorld/spawn(_:_:)``. A run that leaves the
/// simulation fails with ``SimulationFailure/Kind/stray``, or, if nothing returns to it, as a deadlock.
///
/// Two environment variables change the seeds: `NACRE_SIMULATION_SEED=417` runs only that one and prints all its steps;
/// `NACRE_SIMULATION_SEEDS=10000` runs that many, starting with the first.
public enum Simulation {
    // BENCH-09: Simulated tasks run on a task executor of their own.

    /// Runs a body once for each seed, until one fails.
    ///
    /// - Parameters:
    ///   - seeds: The seeds.
    ///   - options: The options of the runs.
    ///   - test: The test to run again for a replay, named in failures.
    ///   - body: Starts tasks and processes, finishes the world, and throws if a property does not hold then.
    /// - Throws: The ``SimulationFailure`` of the first failing seed; `CancellationError` between two seeds.
    public static func run(
        seeds: Range<UInt64>, options: SimulationOptions = .init(), test: String = #function,
        _ body: @escaping @Sendable (SimulationWorld) async throws -> Void
    ) async throws {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["NACRE_SIMULATION_SEED"].flatMap({ UInt64($0) }) {
            var options = options
            options.shownSteps = .max
            let trace = try await replay(seed: seed, options: options, test: test, body)
            print((["seed \(seed):"] + trace.lines).joined(separator: "\n"))
            return
        }
        let count = environment["NACRE_SIMULATION_SEEDS"].flatMap { UInt64($0) } ?? UInt64(seeds.count)
        for seed in seeds.lowerBound..<seeds.lowerBound + count {
            try Task.checkCancellation()
            try await replay(seed: seed, options: options, test: test, body)
        }
    }

    /// Searches for a failing seed, for tests which check that the simulation finds a race.
    ///
    /// - Parameters:
    ///   - seeds: The seeds.
    ///   - options: The options of the runs.
    ///   - test: The test to run again for a replay, named in the failure.
    ///   - body: The code to run.
    /// - Returns: The failure of the first failing seed; `nil` if none fails.
    /// - Throws: `CancellationError` between two seeds.
    public static func firstFailure(
        seeds: Range<UInt64>, options: SimulationOptions = .init(), test: String = #function,
        _ body: @escaping @Sendable (SimulationWorld) async throws -> Void
    ) async throws -> SimulationFailure? {
        for seed in seeds {
            try Task.checkCancellation()
            do {
                try await replay(seed: seed, options: options, test: test, body)
            } catch let failure as SimulationFailure {
                return failure
            }
        }
        return nil
    }

    /// Runs a body once.
    ///
    /// - Parameters:
    ///   - seed: The seed.
    ///   - options: The options of the run; with different options, the same seed gives another run.
    ///   - test: The test to run again for a replay, named in failures.
    ///   - body: The code to run.
    /// - Returns: The trace of the run.
    /// - Throws: ``SimulationFailure``.
    @discardableResult
    public static func replay(
        seed: UInt64, options: SimulationOptions = .init(), test: String = #function,
        _ body: @escaping @Sendable (SimulationWorld) async throws -> Void
    ) async throws -> SimulationTrace {
        let world = SimulationWorld(seed: seed, options: options)
        let scheduler = world.scheduler
        let main = Strand(0, named: "world", in: world.life, isService: false)
        let task = Task(executorPreference: scheduler) {
            do {
                try await Strand.$current.withValue(main) {
                    try await body(world)
                    try await world.finish()
                }
                scheduler.state.withLock { $0.isDone = true }
            } catch {
                scheduler.state.withLock { state in
                    if state.stop == nil { state.stop = .failure(error, in: main.name) }
                }
            }
        }
        let stop = await scheduler.run()
        let (isDone, trace) = scheduler.state.withLock { ($0.isDone, $0.trace.trace(endingAt: $0.now)) }
        let unfinished = world.unfinished
        for strand in world.tasks.withLock({ Array($0.strands.values) }) { strand.task?.cancel() }
        task.cancel()
        await scheduler.unwind()
        // Rules and tasks retain stores, which retain the world: break the cycle.
        world.tasks.withLock { $0 = .init() }
        let kind: SimulationFailure.Kind
        var failure: (error: any Error, task: String)?
        switch stop {
        case .failure(let error, let task): (kind, failure) = (.failed, (error, task))
        case .endless: kind = .endless
        case .foreign: kind = .stray
        case nil where isDone: return trace
        case nil: kind = .deadlock
        }
        throw SimulationFailure(
            seed: seed, kind: kind, task: failure?.task, error: failure?.error, unfinished: unfinished, trace: trace,
            replay: "NACRE_SIMULATION_SEED=\(seed) swift test --filter '\(test.prefix { $0 != "(" })'")
    }
}

extension SimulationWorld {
    /// The unfinished tasks and their scheduling points.
    fileprivate var unfinished: [String] {
        let places = scheduler.state.withLock { $0.places }
        let strands = tasks.withLock { $0.strands.values.map(\.strand) }
        let main = places[0].map { ["world: \($0.point)"] } ?? []
        return main
            + strands.sorted { $0.number < $1.number }.map { strand in
                "\(strand.name): \(places[strand.number]?.point.description ?? "has not begun")"
            }
    }
}

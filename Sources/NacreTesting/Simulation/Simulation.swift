internal import Synchronization

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Runs concurrent code so that a seed decides what happens next: the order of its tasks, the time, crashes and faults.
///
/// ```swift
/// try await Simulation.run(seeds: 0..<1_000) { world in
///     let store = world.eventStore(.rare)
///     world.spawn("ada") { try await reserve("42", for: "ada", in: store) }
///     world.spawn("grace") { try await reserve("42", for: "grace", in: store) }
///     try await world.finish()
///     try await expectOneOwner(of: "42", in: store)
/// }
/// ```
///
/// All tasks of a run take turns on one thread. At every scheduling point, which each call of the world's stores has, the
/// seed picks which of them goes on. The same seed gives the same run; a seed that fails is a race that can be replayed.
///
/// What is not to be simulated must stay outside: code under test takes its clock, its stores and its place for blocking
/// work from the world, and starts its tasks as child tasks or with ``SimulationWorld/spawn(_:_:)``. A run that leaves the
/// simulation fails with ``SimulationFailure/Kind/stray``, or, where nothing ever comes back, as a deadlock.
///
/// Two variables of the environment change which seeds are run: `NACRE_SIMULATION_SEED=417` runs that one alone and prints
/// all its steps; `NACRE_SIMULATION_SEEDS=10000` runs so many, beginning with the first.
public enum Simulation {
    /// Runs a body once for every seed, until one fails.
    ///
    /// - Parameters:
    ///   - seeds: The seeds.
    ///   - options: How the runs go.
    ///   - test: What is to be run again to replay a seed, which a failure names.
    ///   - body: Starts tasks and processes, finishes the world, and throws where something does not hold then.
    /// - Throws: The ``SimulationFailure`` of the first seed that fails; `CancellationError` between two seeds.
    public static func run(
        seeds: Range<UInt64>, options: SimulationOptions = .init(), test: String = #function,
        _ body: @escaping @Sendable (SimulationWorld) async throws -> Void
    ) async throws {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["NACRE_SIMULATION_SEED"].flatMap({ UInt64($0) }) {
            var options = options
            options.keptSteps = .max
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

    /// Looks for a seed that fails: for a test that a race is found.
    ///
    /// - Parameters:
    ///   - seeds: The seeds.
    ///   - options: How the runs go.
    ///   - test: What is to be run again to replay a seed, which the failure names.
    ///   - body: What is run.
    /// - Returns: The failure of the first seed that fails; `nil` where none does.
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
    ///   - options: How the run goes: as it went before, or it goes another way.
    ///   - test: What is to be run again to replay the seed, which a failure names.
    ///   - body: What is run.
    /// - Returns: What happened.
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
        // Rules and tasks hold stores, which hold the world.
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
    /// What has not ended, and where it stands.
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

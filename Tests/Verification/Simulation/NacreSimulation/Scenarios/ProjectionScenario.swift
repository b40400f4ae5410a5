import Nacre
import NacreTesting

/// Projections of one log in several processes, over one store of read models.
struct ProjectionScenario: Sendable {
    /// The schema versions of the programs, each in its own process.
    var versions = [1, 1]
    var writers = 2
    var commits = 6
    var faults: SimulationFaults = .rare
    var modelFaults: SimulationFaults = .rare
    var crashes = 2

    /// The number of programs that rebuild the model while the others continue.
    var rebuilders = 0

    /// Whether each batch is divided as between two threads.
    var isDivided = false

    /// The way in which a program follows the log.
    var follow: @Sendable (ProjectionRunner, Program) async throws -> Void = { runner, _ in try await runner.run() }

    /// The updater of the model before a read.
    var updating: @Sendable (ProjectionRunner, Program) -> any ReadModelUpdating = { runner, _ in runner }

    /// The store of the model.
    var storing: @Sendable (SimulatedReadModelStore) -> any ReadModelStore = { $0 }

    /// Programs of two versions, whose model is sometimes found damaged.
    static var damaged: ProjectionScenario {
        ProjectionScenario(versions: [1, 1, 2], faults: .none, modelFaults: .none.damaging(0.005), crashes: 0)
    }

    /// Two programs that rebuild a model at once; the model and its shadow are sometimes found damaged.
    static var damagedRebuilds: ProjectionScenario {
        ProjectionScenario(commits: 4, modelFaults: .rare.damaging(0.02), crashes: 1, rebuilders: 2)
    }

    /// The objects of a program.
    struct Program: Sendable {
        let version: Int
        let store: SimulatedEventStore
        let models: any ReadModelStore
        let world: SimulationWorld
    }

    func run(_ world: SimulationWorld) async throws {
        let store = world.eventStore(faults)
        let kept = world.readModelStore(modelFaults)
        let findings = Shared<[String]>([])
        let stored = storing(kept)
        for writer in 0..<writers {
            world.spawn("writer \(writer)") { try await Entries.write(commits, in: store, world) }
        }
        for (index, version) in versions.enumerated() {
            world.process("program \(index) of version \(version)", crashes: crashes) { process in
                let watched = WatchedModels(stored, usedBy: version, findings)
                let runner = Self.runner(version, over: store, watched, world, isDivided: isDivided)
                let program = Program(version: version, store: store, models: watched, world: world)
                process.serve("follows") {
                    try await Self.asOld(version, versions) { try await follow(runner, program) }
                }
                process.spawn("reads") {
                    try await Self.asOld(version, versions) {
                        for _ in 0..<3 { try await Self.read(through: updating(runner, program), program, process) }
                    }
                }
                if index < rebuilders {
                    process.spawn("rebuilds") {
                        try await Self.asOld(version, versions) {
                            try await runner.rebuild(report: { difference in
                                findings.change { $0.append("a rebuild differs: \(difference)") }
                            })
                        }
                    }
                }
            }
        }
        world.always("the model is what the log makes of it") {
            let events = try store.log.recorded()
            try kept.models.read("ledgers") { try LedgerProjection.requireExact($0, events) }
        }
        world.always("only damaged or older tables go") {
            if let finding = findings.value.first { throw Broken(description: finding) }
        }
        try await world.finish()
        try await requireDone(store, kept, world)
    }

    static func runner(
        _ version: Int, over store: any EventStore, _ models: any ReadModelStore, _ world: SimulationWorld,
        isDivided: Bool = false
    ) -> ProjectionRunner {
        var runner = ProjectionRunner(
            projection: LedgerProjection(schemaVersion: version), store: store, models: models,
            batchSize: .init(events: 4, rows: 3, pause: .milliseconds(2)), executor: world.blockingExecutor(),
            time: world.time, clock: world.clock)
        if isDivided { runner.minDivided = 2 }
        return runner
    }

    /// In the end, a program of an older version must find that a newer one has built the model.
    private static func asOld(_ version: Int, _ versions: [Int], _ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let error as EventStoreError where error.code == .newerReadModel && version < versions.max() ?? 0 {}
    }

    /// Appends, and reads its own write.
    private static func read(
        through update: any ReadModelUpdating, _ program: Program, _ process: SimulatedProcess
    ) async throws {
        let (store, models) = (program.store, program.models)
        let written = try await trying(in: process) { try await store.append(Entries.commit([7], to: "own")) }
        try await UpToDateReadModel("ledgers", in: models, updatedBy: update).read { reader in
            let position = try reader.state()?.checkpoint.position ?? 0
            try require(position >= written.lastPosition, "what was written at \(written.lastPosition) is not read")
            try LedgerProjection.requireExact(reader, try store.log.recorded())
        }
    }

    /// Brings the model up to date without faults, and compares it with the log.
    private func requireDone(
        _ store: SimulatedEventStore, _ kept: SimulatedReadModelStore, _ world: SimulationWorld
    ) async throws {
        let version = versions.max() ?? 1
        try await Self.runner(version, over: store, kept, world).catchUpRepairing()
        let events = try store.log.recorded()
        try kept.models.read("ledgers") { reader in
            let state = try reader.state()
            try require(state?.schemaVersion == version, "the model is of version \(state?.schemaVersion ?? 0)")
            try require(state?.checkpoint.position == Position(events.count), "the model is not up to date")
            try LedgerProjection.requireExact(reader, events)
        }
    }
}

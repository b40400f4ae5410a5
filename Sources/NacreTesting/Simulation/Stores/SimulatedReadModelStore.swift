public import Nacre
internal import Synchronization

/// A store of read models in memory where others come to run before each transaction, and inside each that reads, and that
/// fails as the seed says.
///
/// It keeps all promises of ``ReadModelStore``; a fault is an error that the embedded store may throw as well. It outlives
/// the crashes of the processes that use it. ``SimulationWorld/readModelStore(_:)`` makes it.
///
/// Others run inside the body of a read on the same thread: code that holds a lock there may wait for itself.
public final class SimulatedReadModelStore: ReadModelStore {
    /// The models as they are, without scheduling points and faults: for what is to hold in the end.
    public let models = InMemoryReadModelStore()

    let faults: SimulationFaults
    let world: SimulationWorld
    private let damaged = Mutex<[DamagedTables: TableDamage]>([:])

    init(in world: SimulationWorld, _ faults: SimulationFaults) {
        self.world = world
        self.faults = faults
    }

    /// Looks at one model, in a snapshot; others come to run before, and behind the moment of the snapshot.
    public func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try world.scheduler.interleave(SchedulingPoint("reads model", model))
        if world.fault(faults.failedReads) {
            throw EventStoreError.simulated(.inputOutput, "the read models cannot be read")
        }
        return try models.read(model) { reader in
            try world.scheduler.interleave(SchedulingPoint("has a snapshot of model", model))
            return try body(SimulatedReader(base: reader, model: model, store: self))
        }
    }

    /// Changes one model, all of it or nothing; others come to run before.
    public func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try world.scheduler.interleave(SchedulingPoint("writes model", model))
        let fails = world.fault(faults.failedWrites)
        let isWritten = !fails || world.chance(0.5)
        let result = try models.write(model) { writer in
            let result = try body(SimulatedWriter(base: writer, model: model, store: self))
            guard isWritten else { throw Self.unwritten }
            return result
        }
        world.checkRules()
        if fails { throw Self.unwritten }
        return result
    }

    /// Forgets everything; safe to call twice.
    public func close() {
        models.close()
    }

    /// Damages the tables that a model has now, and its shadow's, until they are removed.
    ///
    /// - Parameters:
    ///   - model: The name of the model.
    ///   - includingRecord: Whether the model's state cannot be read either, or its rows alone.
    /// - Throws: ``EventStoreError`` where the store is closed.
    public func damage(_ model: String, includingRecord: Bool = false) throws {
        let generations = try models.read(model) { try [$0.generation(), $0.shadow().generation()] }
        damaged.withLock { damaged in
            for generation in generations.compactMap(\.self) {
                damaged[DamagedTables(model: Array(model.utf8), generation: generation)] =
                    includingRecord ? .record : .rows
            }
        }
    }

    /// Throws where tables are damaged, or turn out to be now.
    func check(_ generation: UInt64?, of model: String, isRecord: Bool) throws {
        guard let generation else { return }
        let tables = DamagedTables(model: Array(model.utf8), generation: generation)
        var damage = damaged.withLock { $0[tables] }
        if damage == nil, world.fault(faults.damage) {
            damage = world.chance(0.5) ? .rows : .record
            damaged.withLock { $0[tables] = damage }
        }
        guard let damage, !isRecord || damage == .record else { return }
        throw EventStoreError.damagedReadModel("\(ReadModelDamage.simulated) generation \(generation) of \(model)")
    }

    private static var unwritten: EventStoreError {
        .simulated(.inputOutput, "the read models cannot be written", outcome: .unknown)
    }
}

/// Tables of a model.
private struct DamagedTables: Hashable, Sendable {
    let model: [UInt8]
    let generation: UInt64
}

/// What of tables cannot be read.
enum TableDamage: Sendable {
    case rows
    /// The state, and the rows.
    case record
}

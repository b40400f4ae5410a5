public import Nacre
internal import Synchronization

/// An in-memory read model store with a scheduling point before each transaction and inside each read, and faults drawn
/// from the seed.
///
/// It fulfils `ReadModelStore`; each fault is an error that the embedded store may throw too. It survives the crashes
/// of the processes that use it. Create it with ``SimulationWorld/readModelStore(_:)``.
///
/// Other strands run inside the body of a read on the same thread: code that holds a lock there may deadlock.
public final class SimulatedReadModelStore: ReadModelStore {
    /// The models without scheduling points and faults, for checking properties.
    public let models = InMemoryReadModelStore()

    /// The projections that own the models, in all processes of the simulation.
    public var projections: ProjectionRegistry { models.projections }

    let faults: SimulationFaults
    let world: SimulationWorld
    private let damage = Mutex(Damage())

    init(in world: SimulationWorld, _ faults: SimulationFaults) {
        self.world = world
        self.faults = faults
    }

    /// Reads one model in a snapshot; other strands may run before, and after the snapshot is taken.
    public func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try world.scheduler.interleave(SchedulingPoint("reads model", model))
        if world.fault(faults.failedReads) {
            throw EventStoreError.simulated(.inputOutput, "the read models cannot be read")
        }
        return try models.read(model) { reader in
            try world.scheduler.interleave(SchedulingPoint("has a snapshot of model", model))
            return try body(
                SimulatedReader(base: reader, transaction: try transaction(on: model, reader, isWriting: false)))
        }
    }

    /// Changes one model atomically; other strands may run before.
    public func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try world.scheduler.interleave(SchedulingPoint("writes model", model))
        let fails = world.fault(faults.failedWrites)
        let isWritten = !fails || world.chance(0.5)
        let (result, isRepaired) = try models.write(model) { writer in
            let transaction = try transaction(on: model, writer, isWriting: true)
            let wasDamaged = transaction.isRecordDamaged
            let result = try body(SimulatedWriter(base: writer, transaction: transaction))
            // Thrown inside the transaction, which is then rolled back.
            guard isWritten else { throw Self.unwritten }
            return (result, wasDamaged && !transaction.isRecordDamaged)
        }
        if isRepaired { damage.withLock { $0.records.removeAll { $0 == Array(model.utf8) } } }
        world.checkRules()
        // With both outcomes possible, callers must not assume either.
        if fails { throw Self.unwritten }
        return result
    }

    /// The names of all models that have been written to.
    public func names() throws -> [String] { try models.names() }

    /// Removes everything; safe to call twice.
    public func close() {
        models.close()
    }

    /// Damages the present contents of a model, until they are removed.
    ///
    /// - Parameters:
    ///   - model: The name of the model.
    ///   - includingRecord: Whether the model's record is damaged, so that nothing of it can be read; otherwise only
    ///     the rows of its tables and of its shadow's.
    /// - Throws: `EventStoreError` if the store is closed.
    public func damage(_ model: String, includingRecord: Bool = false) throws {
        let generations = try models.read(model) { try [$0.generation(), $0.shadow().generation()] }
        damage.withLock { damage in
            if includingRecord { damage.records.append(Array(model.utf8)) }
            damage.tables += generations.compactMap(\.self).map { .init(model: Array(model.utf8), generation: $0) }
        }
    }

    /// Starts a transaction on a model, whose record may prove damaged.
    private func transaction(
        on model: String, _ reader: any ReadModelReader, isWriting: Bool
    ) throws -> SimulatedTransaction {
        let name = Array(model.utf8)
        var isDamaged = damage.withLock { $0.records.contains(name) }
        // Rarer than damage of rows, because it makes the whole model unreadable.
        if !isDamaged, try reader.generation() != nil, happens(faults.damage / 4) {
            isDamaged = true
            damage.withLock { damage in
                damage.records.append(name)
                damage.count += 1
            }
        }
        return SimulatedTransaction(model: model, store: self, isWriting: isWriting, isRecordDamaged: isDamaged)
    }

    /// Throws if the rows of tables are damaged, or a fault damages them now.
    ///
    /// A write meets no new damage: its tables may be rolled back, and other tables would then get their generation.
    func checkRows(of generation: UInt64?, in model: String, isWriting: Bool) throws {
        guard let generation else { return }
        let tables = Damage.Tables(model: Array(model.utf8), generation: generation)
        if !damage.withLock({ $0.tables.contains(tables) }) {
            guard !isWriting, happens(faults.damage) else { return }
            damage.withLock { damage in
                damage.tables.append(tables)
                damage.count += 1
            }
        }
        throw EventStoreError.damagedReadModel("\(ReadModelDamage.simulated) generation \(generation) of \(model)")
    }

    private func happens(_ probability: Double) -> Bool {
        damage.withLock { $0.count } < faults.maxDamage && world.fault(probability)
    }

    private static var unwritten: EventStoreError {
        .simulated(.inputOutput, "the read models cannot be written", outcome: .unknown)
    }
}

/// The damaged parts of the models.
private struct Damage: Sendable {
    struct Tables: Hashable, Sendable {
        let model: [UInt8]
        let generation: UInt64
    }

    /// The tables with damaged rows.
    var tables: [Tables] = []

    /// The models with damaged records, which make them unreadable.
    var records: [[UInt8]] = []

    /// The number of random faults that caused damage.
    var count = 0
}

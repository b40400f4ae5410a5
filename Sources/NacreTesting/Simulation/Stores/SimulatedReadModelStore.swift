public import Nacre
internal import Synchronization

/// A store of read models in memory where others come to run before each transaction, and inside each that reads, and that
/// fails as the seed says.
///
/// It keeps all promises of `ReadModelStore`; a fault is an error that the embedded store may throw as well. It outlives
/// the crashes of the processes that use it. ``SimulationWorld/readModelStore(_:)`` makes it.
///
/// Others run inside the body of a read on the same thread: code that holds a lock there may wait for itself.
public final class SimulatedReadModelStore: ReadModelStore {
    /// The models as they are, without scheduling points and faults: for what is to hold in the end.
    public let models = InMemoryReadModelStore()

    /// Which projections keep the models, in all processes of the simulation together.
    public var projections: ProjectionRegistry { models.projections }

    let faults: SimulationFaults
    let world: SimulationWorld
    private let damage = Mutex(Damage())

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
            return try body(SimulatedReader(base: reader, look: try look(at: model, reader, isWriting: false)))
        }
    }

    /// Changes one model, all of it or nothing; others come to run before.
    public func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try world.scheduler.interleave(SchedulingPoint("writes model", model))
        let fails = world.fault(faults.failedWrites)
        let isWritten = !fails || world.chance(0.5)
        let (result, isMended) = try models.write(model) { writer in
            let look = try look(at: model, writer, isWriting: true)
            let wasDamaged = look.isRecordDamaged
            let result = try body(SimulatedWriter(base: writer, look: look))
            guard isWritten else { throw Self.unwritten }
            return (result, wasDamaged && !look.isRecordDamaged)
        }
        if isMended { damage.withLock { $0.records.removeAll { $0 == Array(model.utf8) } } }
        world.checkRules()
        if fails { throw Self.unwritten }
        return result
    }

    /// The names of the models that were written to.
    public func names() throws -> [String] { try models.names() }

    /// Forgets everything; safe to call twice.
    public func close() {
        models.close()
    }

    /// Damages what a model has now, until that is removed.
    ///
    /// - Parameters:
    ///   - model: The name of the model.
    ///   - includingRecord: Whether the model's record is damaged, so that nothing of it can be read, or the rows of its
    ///     tables and of its shadow's alone.
    /// - Throws: `EventStoreError` where the store is closed.
    public func damage(_ model: String, includingRecord: Bool = false) throws {
        let generations = try models.read(model) { try [$0.generation(), $0.shadow().generation()] }
        damage.withLock { damage in
            if includingRecord { damage.records.append(Array(model.utf8)) }
            damage.tables += generations.compactMap(\.self).map { .init(model: Array(model.utf8), generation: $0) }
        }
    }

    /// Begins to look at a model, whose record may turn out to be damaged.
    private func look(
        at model: String, _ reader: any ReadModelReader, isWriting: Bool
    ) throws -> SimulatedLook {
        let name = Array(model.utf8)
        var isDamaged = damage.withLock { $0.records.contains(name) }
        if !isDamaged, try reader.generation() != nil, happens(faults.damage / 4) {
            isDamaged = true
            damage.withLock { damage in
                damage.records.append(name)
                damage.count += 1
            }
        }
        return SimulatedLook(model: model, store: self, isWriting: isWriting, isRecordDamaged: isDamaged)
    }

    /// Throws where the rows of tables are damaged, or turn out to be now.
    ///
    /// Tables in the middle of a write may never come to be, and others have their generation then: they are spared.
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
        damage.withLock { $0.count } < faults.greatestDamage && world.fault(probability)
    }

    private static var unwritten: EventStoreError {
        .simulated(.inputOutput, "the read models cannot be written", outcome: .unknown)
    }
}

/// What of the models cannot be read.
private struct Damage: Sendable {
    struct Tables: Hashable, Sendable {
        let model: [UInt8]
        let generation: UInt64
    }

    /// Tables whose rows are damaged.
    var tables: [Tables] = []

    /// Models whose records are, without which nothing of them is found.
    var records: [[UInt8]] = []

    /// How often damage has happened by chance.
    var count = 0
}

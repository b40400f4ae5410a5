internal import Nacre

/// One transaction on a model of a simulated store.
final class SimulatedTransaction {
    let model: String
    let store: SimulatedReadModelStore
    let isWriting: Bool

    /// Whether the model's record is damaged; cleared when the live tables are removed.
    var isRecordDamaged: Bool

    init(model: String, store: SimulatedReadModelStore, isWriting: Bool, isRecordDamaged: Bool) {
        self.model = model
        self.store = store
        self.isWriting = isWriting
        self.isRecordDamaged = isRecordDamaged
    }

    func checkRecord() throws {
        guard isRecordDamaged else { return }
        throw EventStoreError.damagedReadModel("\(ReadModelDamage.simulated) the record of \(model)")
    }

    func checkRows(of reader: any ReadModelReader) throws {
        try checkRecord()
        try store.checkRows(of: reader.generation(), in: model, isWriting: isWriting)
    }
}

/// Reads tables of a simulated store, unless they are damaged.
struct SimulatedReader: ReadModelReader {
    let base: any ReadModelReader
    let transaction: SimulatedTransaction

    func state() throws -> ReadModelState? {
        try transaction.checkRecord()
        return try base.state()
    }

    func generation() throws -> UInt64? {
        try transaction.checkRecord()
        return try base.generation()
    }

    func shadow() throws -> any ReadModelReader { SimulatedReader(base: try base.shadow(), transaction: transaction) }

    func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? {
        try transaction.checkRows(of: base)
        return try base.value(for: key, in: table)
    }

    func forEachRow(in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
        try transaction.checkRows(of: base)
        try base.forEachRow(in: table, within: range, body)
    }
}

/// Changes tables of a simulated store.
///
/// Damaged tables can only be removed; with a damaged record, only the whole model.
struct SimulatedWriter: ReadModelWriter {
    let base: any ReadModelWriter
    let transaction: SimulatedTransaction
    var isShadow = false

    private var reader: SimulatedReader { SimulatedReader(base: base, transaction: transaction) }

    func state() throws -> ReadModelState? { try reader.state() }
    func generation() throws -> UInt64? { try reader.generation() }
    func shadow() throws -> any ReadModelReader { try reader.shadow() }
    func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? { try reader.value(for: key, in: table) }

    func forEachRow(in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
        try reader.forEachRow(in: table, within: range, body)
    }

    func setState(_ state: ReadModelState) throws {
        try transaction.checkRecord()
        try base.setState(state)
    }

    func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws {
        try transaction.checkRows(of: base)
        try base.setValue(value, for: key, in: table)
    }

    func removeValue(for key: [UInt8], in table: UInt8) throws {
        try transaction.checkRows(of: base)
        try base.removeValue(for: key, in: table)
    }

    func removeAll() throws {
        if isShadow { try transaction.checkRecord() }
        try base.removeAll()
        guard transaction.isRecordDamaged else { return }
        // Without the record, the shadow's rows cannot be attributed: remove them too.
        try base.writableShadow().removeAll()
        transaction.isRecordDamaged = false
    }

    func writableShadow() throws -> any ReadModelWriter {
        SimulatedWriter(base: try base.writableShadow(), transaction: transaction, isShadow: true)
    }

    func replaceByShadow() throws {
        try transaction.checkRecord()
        try base.replaceByShadow()
    }
}

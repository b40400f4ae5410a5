/// One look at, or one change of, a model in memory.
///
/// A reader never changes its copy of the model; a writer's copy becomes the model when its body returns.
final class InMemoryReadModelTransaction: ReadModelWriter {
    private(set) var model: InMemoryReadModel

    init(model: InMemoryReadModel) {
        self.model = model
    }

    func state() throws -> ReadModelState? { model.state }

    func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? {
        try ReadModelLimits.validate(key: key)
        return model.tables[table]?.value(for: key)
    }

    func forEachRow(
        in table: UInt8, after: [UInt8]?, _ body: ([UInt8], [UInt8]) throws -> Bool
    ) throws {
        if let after { try ReadModelLimits.validate(key: after) }
        for row in model.tables[table]?.rows(after: after) ?? [] {
            guard try body(row.key, row.value) else { return }
        }
    }

    func setState(_ state: ReadModelState) throws {
        model.state = state
    }

    func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws {
        try ReadModelLimits.validate(key: key)
        model.tables[table, default: InMemoryTable()].setValue(value, for: key)
    }

    func removeValue(for key: [UInt8], in table: UInt8) throws {
        try ReadModelLimits.validate(key: key)
        model.tables[table]?.removeValue(for: key)
    }

    func removeAll() throws {
        model = InMemoryReadModel()
    }
}

internal import Nacre

/// Reads tables of a simulated store, unless they are damaged.
struct SimulatedReader: ReadModelReader {
    let base: any ReadModelReader
    let model: String
    let store: SimulatedReadModelStore

    func state() throws -> ReadModelState? {
        try store.check(base.generation(), of: model, isRecord: true)
        return try base.state()
    }

    func generation() throws -> UInt64? {
        let generation = try base.generation()
        try store.check(generation, of: model, isRecord: true)
        return generation
    }

    func shadow() throws -> any ReadModelReader {
        SimulatedReader(base: try base.shadow(), model: model, store: store)
    }

    func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? {
        try store.check(base.generation(), of: model, isRecord: false)
        return try base.value(for: key, in: table)
    }

    func forEachRow(in table: UInt8, after: [UInt8]?, _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
        try store.check(base.generation(), of: model, isRecord: false)
        try base.forEachRow(in: table, after: after, body)
    }
}

/// Changes tables of a simulated store; damaged ones can only be removed.
struct SimulatedWriter: ReadModelWriter {
    let base: any ReadModelWriter
    let model: String
    let store: SimulatedReadModelStore

    private var reader: SimulatedReader { SimulatedReader(base: base, model: model, store: store) }

    func state() throws -> ReadModelState? { try reader.state() }
    func generation() throws -> UInt64? { try reader.generation() }
    func shadow() throws -> any ReadModelReader { try reader.shadow() }
    func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? { try reader.value(for: key, in: table) }

    func forEachRow(in table: UInt8, after: [UInt8]?, _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
        try reader.forEachRow(in: table, after: after, body)
    }

    func setState(_ state: ReadModelState) throws {
        try store.check(base.generation(), of: model, isRecord: true)
        try base.setState(state)
    }

    func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws {
        try store.check(base.generation(), of: model, isRecord: false)
        try base.setValue(value, for: key, in: table)
    }

    func removeValue(for key: [UInt8], in table: UInt8) throws {
        try store.check(base.generation(), of: model, isRecord: false)
        try base.removeValue(for: key, in: table)
    }

    func removeAll() throws { try base.removeAll() }

    func writableShadow() throws -> any ReadModelWriter {
        SimulatedWriter(base: try base.writableShadow(), model: model, store: store)
    }

    func replaceByShadow() throws { try base.replaceByShadow() }
}

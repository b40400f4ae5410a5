import Nacre

/// Planted: a store in which all shadows of a model have the same generation, so that a runner cannot distinguish the
/// one in which it found damage from one that another program has begun since.
struct CarelessGenerations: ReadModelStore {
    /// A generation that no live tables have.
    private static let generation = UInt64.max

    let base: any ReadModelStore

    var projections: ProjectionRegistry { base.projections }

    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try base.read(model) { try body(Reader(base: $0)) }
    }

    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try base.write(model) { try body(Writer(base: $0)) }
    }

    func names() throws -> [String] { try base.names() }

    func close() { base.close() }

    private struct Reader: ReadModelReader {
        let base: any ReadModelReader
        var isShadow = false

        func generation() throws -> UInt64? {
            try base.generation().map { isShadow ? CarelessGenerations.generation : $0 }
        }
        func state() throws -> ReadModelState? { try base.state() }
        func shadow() throws -> any ReadModelReader { Reader(base: try base.shadow(), isShadow: true) }
        func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? { try base.value(for: key, in: table) }
        func forEachRow(in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
            try base.forEachRow(in: table, within: range, body)
        }
    }

    private struct Writer: ReadModelWriter {
        let base: any ReadModelWriter
        var isShadow = false

        private var reader: Reader { Reader(base: base, isShadow: isShadow) }

        func generation() throws -> UInt64? { try reader.generation() }
        func state() throws -> ReadModelState? { try reader.state() }
        func shadow() throws -> any ReadModelReader { try reader.shadow() }
        func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? { try reader.value(for: key, in: table) }
        func forEachRow(in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
            try reader.forEachRow(in: table, within: range, body)
        }
        func setState(_ state: ReadModelState) throws { try base.setState(state) }
        func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws {
            try base.setValue(value, for: key, in: table)
        }
        func removeValue(for key: [UInt8], in table: UInt8) throws { try base.removeValue(for: key, in: table) }
        func removeAll() throws { try base.removeAll() }
        func writableShadow() throws -> any ReadModelWriter {
            Writer(base: try base.writableShadow(), isShadow: true)
        }
        func replaceByShadow() throws { try base.replaceByShadow() }
    }
}

import Nacre
import Synchronization

/// Records the keys of written rows.
final class NotedWrites: ReadModelStore {
    let base = InMemoryReadModelStore()
    private let written = Mutex<[(table: UInt8, key: [UInt8])]>([])

    /// The rows that were set or removed, in order.
    var keys: [(table: UInt8, key: [UInt8])] { written.withLock { $0 } }

    var rows: Int { keys.count }

    var projections: ProjectionRegistry { base.projections }

    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try base.read(model, body)
    }

    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try base.write(model) { writer in
            try body(Writer(base: writer) { table, key in self.written.withLock { $0.append((table, key)) } })
        }
    }

    func names() throws -> [String] { try base.names() }

    func close() { base.close() }

    private struct Writer: ReadModelWriter {
        let base: any ReadModelWriter
        let counted: (UInt8, [UInt8]) -> Void

        func state() throws -> ReadModelState? { try base.state() }
        func generation() throws -> UInt64? { try base.generation() }
        func shadow() throws -> any ReadModelReader { try base.shadow() }
        func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? { try base.value(for: key, in: table) }
        func forEachRow(in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
            try base.forEachRow(in: table, within: range, body)
        }
        func setState(_ state: ReadModelState) throws { try base.setState(state) }
        func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws {
            counted(table, key)
            try base.setValue(value, for: key, in: table)
        }
        func removeValue(for key: [UInt8], in table: UInt8) throws {
            counted(table, key)
            try base.removeValue(for: key, in: table)
        }
        func removeAll() throws { try base.removeAll() }
        func writableShadow() throws -> any ReadModelWriter { try base.writableShadow() }
        func replaceByShadow() throws { try base.replaceByShadow() }
    }
}

import Nacre
import Synchronization

/// A store in which the rows of some generations are damaged: reading one throws, and the state does not show it.
final class DamagingReadModelStore: ReadModelStore {
    private let base = InMemoryReadModelStore()
    private let damaged = Mutex<Set<UInt64>>([])

    var projections: ProjectionRegistry { base.projections }

    /// Damages the rows of tables from now on.
    func damage(_ generation: UInt64?) {
        damaged.withLock { damaged in generation.map { _ = damaged.insert($0) } }
    }

    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try base.read(model) { try body(Reader(base: $0, damaged: damaged.withLock { $0 })) }
    }

    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try base.write(model, body)
    }

    func names() throws -> [String] { try base.names() }

    func close() { base.close() }

    private struct Reader: ReadModelReader {
        let base: any ReadModelReader
        let damaged: Set<UInt64>

        func state() throws -> ReadModelState? { try base.state() }
        func generation() throws -> UInt64? { try base.generation() }
        func shadow() throws -> any ReadModelReader { Reader(base: try base.shadow(), damaged: damaged) }

        func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? {
            try requireWhole()
            return try base.value(for: key, in: table)
        }

        func forEachRow(in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
            try requireWhole()
            try base.forEachRow(in: table, within: range, body)
        }

        private func requireWhole() throws {
            guard let generation = try base.generation(), damaged.contains(generation) else { return }
            throw EventStoreError.damagedReadModel("a row does not have its checksum")
        }
    }
}

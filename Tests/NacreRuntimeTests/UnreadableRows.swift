import Nacre

/// Read models whose records are readable and whose rows are not.
struct UnreadableRows: ReadModelStore {
    /// The error of reading a row.
    let error: EventStoreError

    private let models = InMemoryReadModelStore()

    init(error: EventStoreError) {
        self.error = error
    }

    var projections: ProjectionRegistry { models.projections }

    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try models.read(model) { try body(Reader(reader: $0, error: error)) }
    }

    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try models.write(model, body)
    }

    func names() throws -> [String] { try models.names() }

    func close() { models.close() }

    private struct Reader: ReadModelReader {
        let reader: any ReadModelReader
        let error: EventStoreError

        func state() throws -> ReadModelState? { try reader.state() }

        func generation() throws -> UInt64? { try reader.generation() }

        func shadow() throws -> any ReadModelReader { try reader.shadow() }

        func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? { throw error }

        func forEachRow(
            in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool
        ) throws { throw error }
    }
}

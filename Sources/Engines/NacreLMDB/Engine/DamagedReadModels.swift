import Nacre

/// Stands in for a damaged `views.mdb` that must not be replaced: every call throws the damage.
struct DamagedReadModels: ReadModelStore {
    // A check repairs no read model: it shows the damage instead (OPS-08).
    let error: EventStoreError
    let projections = ProjectionRegistry()

    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try body(Reader(error: error))
    }

    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result { throw error }

    func names() throws -> [String] { throw error }

    func close() {}

    private struct Reader: ReadModelReader {
        let error: EventStoreError

        func state() throws -> ReadModelState? { throw error }

        func generation() throws -> UInt64? { throw error }

        func shadow() throws -> any ReadModelReader { self }

        func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? { throw error }

        func forEachRow(
            in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool
        ) throws { throw error }
    }
}

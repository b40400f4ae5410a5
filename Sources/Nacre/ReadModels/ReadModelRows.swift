/// An iterator over a table's rows, advanced by the caller, to compare two tables.
struct ReadModelRows {
    private static let batchSize = 256

    private let reader: any ReadModelReader
    private let table: UInt8
    private var batch: [(key: [UInt8], value: [UInt8])] = []
    private var index = 0
    private var isAtEnd = false

    /// The key after which the next rows are read; `nil` for the first ones.
    private var last: [UInt8]?

    init(of reader: any ReadModelReader, in table: UInt8, after key: [UInt8]? = nil) {
        self.reader = reader
        self.table = table
        last = key
    }

    /// The current row; `nil` after the last one.
    mutating func current() throws -> (key: [UInt8], value: [UInt8])? {
        if index == batch.count, !isAtEnd { try fetch() }
        return index < batch.count ? batch[index] : nil
    }

    /// Advances to the next row.
    mutating func advance() {
        index += 1
    }

    private mutating func fetch() throws {
        var next: [(key: [UInt8], value: [UInt8])] = []
        try reader.locatingDamage {
            try reader.forEachRow(in: table, after: last) { key, value in
                next.append((key, value))
                return next.count < Self.batchSize
            }
        }
        isAtEnd = next.count < Self.batchSize
        batch = next
        last = next.last?.key ?? last
        index = 0
    }
}

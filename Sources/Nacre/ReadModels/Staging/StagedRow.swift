/// A row as it is kept in memory: as bytes, or in the form in which a table's users have it.
@usableFromInline
protocol StagedRow: AnyObject, Sendable {
    /// The bytes of the row, as a model keeps them.
    var bytes: [UInt8] { get }
}

/// A row of which only the bytes are known.
final class EncodedRow: StagedRow {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// A row of a table, whose bytes are made when they are wanted.
@usableFromInline
final class DecodedRow<Row: Sendable>: StagedRow {
    @usableFromInline let row: Row
    private let encode: @Sendable (Row) -> [UInt8]

    @usableFromInline
    init(_ row: Row, encode: @escaping @Sendable (Row) -> [UInt8]) {
        self.row = row
        self.encode = encode
    }

    @usableFromInline var bytes: [UInt8] { encode(row) }
}

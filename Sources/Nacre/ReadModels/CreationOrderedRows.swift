/// The tables of a read model that keeps one row a thing, in the order in which the things were created.
///
/// Table 0 holds the rows under the position of the event that created the thing, 8 bytes, big-endian; table 1 holds,
/// under the thing's key, that position in the same form.
public enum CreationOrderedRows {
    /// The table of the rows.
    public static let rows: UInt8 = 0

    /// The table of the positions.
    public static let positions: UInt8 = 1

    /// The position in a key of the rows or in a value of the positions.
    ///
    /// - Parameter bytes: The key or the value.
    /// - Returns: The position.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/damaged`` where they are not 8 bytes.
    public static func position(of bytes: [UInt8]) throws(EventStoreError) -> Position {
        guard bytes.count == 8 else {
            throw .damagedReadModel("a position has \(bytes.count) bytes")
        }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension ReadModelReader {
    /// The row of a thing, and the key under which it stands.
    ///
    /// - Parameter thing: The thing's key.
    /// - Returns: Key and row; `nil` where the thing was not created.
    /// - Throws: ``EventStoreError``, with code ``EventStoreError/Code/damaged`` where the tables contradict each other.
    public func row(of thing: [UInt8]) throws -> (key: [UInt8], row: [UInt8])? {
        guard let key = try value(for: thing, in: CreationOrderedRows.positions) else { return nil }
        guard let row = try value(for: key, in: CreationOrderedRows.rows) else {
            throw EventStoreError.damagedReadModel("a row that is named is not there")
        }
        return (key, row)
    }

    /// Walks through the rows in order of creation.
    ///
    /// - Parameters:
    ///   - position: Begins behind the thing that was created there; `nil` begins with the first.
    ///   - body: Takes the position of creation and the row; answers whether to go on.
    /// - Throws: What `body` throws, and ``EventStoreError``.
    public func forEachRow(
        createdAfter position: Position?, _ body: (Position, [UInt8]) throws -> Bool
    ) throws {
        let after = position.map { [UInt8].key(of: $0) }
        try forEachRow(in: CreationOrderedRows.rows, after: after) { key, row in
            try body(CreationOrderedRows.position(of: key), row)
        }
    }
}

extension ReadModelWriter {
    /// Adds the row of a thing that was just created.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - thing: The thing's key.
    ///   - position: The position of the event that created it.
    /// - Throws: ``EventStoreError`` where the store cannot be written.
    public func addRow(_ row: [UInt8], of thing: [UInt8], createdAt position: Position) throws {
        let key = [UInt8].key(of: position)
        try setValue(row, for: key, in: CreationOrderedRows.rows)
        try setValue(key, for: thing, in: CreationOrderedRows.positions)
    }
}

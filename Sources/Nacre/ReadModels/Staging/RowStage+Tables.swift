extension RowStage {
    /// The row under a key, decoded once however often it is asked for.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - table: The table.
    ///   - encode: Writes a row.
    ///   - decode: Reads a row.
    /// - Returns: The row; `nil` where there is none.
    /// - Throws: What `decode` throws, and ``EventStoreError`` where the model cannot be read.
    @inlinable
    func row<Row: Sendable>(
        at key: PackedKey, in table: UInt8, encode: @escaping @Sendable (Row) -> [UInt8],
        decode: ([UInt8]) throws -> Row
    ) throws -> Row? {
        guard let rows = rows(of: table, encode: encode) else {
            return try value(for: key.bytes, in: table).map(decode)
        }
        guard let number = rows.rows.keys.find(key) else {
            let row = try original(key, in: table).map(decode)
            rows.rows.add(row.map { .row($0) } ?? .nothing, for: key, in: 0)
            count += 1
            return row
        }
        switch rows.rows.values[number] {
        case .row(let row): return row
        case .nothing: return nil
        case .bytes(let bytes):
            let row = try decode(bytes)
            rows.rows.values[number] = .row(row)
            return row
        }
    }

    /// Puts a row under a key.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - key: The key.
    ///   - table: The table.
    ///   - encode: Writes a row.
    /// - Throws: ``EventStoreError`` where the key is too long.
    @inlinable
    func setRow<Row: Sendable>(
        _ row: Row, at key: PackedKey, in table: UInt8, encode: @escaping @Sendable (Row) -> [UInt8]
    ) throws {
        guard let rows = rows(of: table, encode: encode) else {
            return try setValue(encode(row), for: key.bytes, in: table)
        }
        try validate(key)
        note(rows.rows.change(key, to: .row(row), in: batch), of: key, in: table)
    }

    /// The rows of a table in the form in which they are asked for; `nil` where they are kept in yet another one.
    @inlinable
    func rows<Row: Sendable>(of table: UInt8, encode: @escaping @Sendable (Row) -> [UInt8]) -> RowTable<Row>? {
        if let rows = tables[Int(table)] as? RowTable<Row> { return rows }
        return begunRows(of: table, encode: encode)
    }

    @usableFromInline
    func begunRows<Row: Sendable>(
        of table: UInt8, encode: @escaping @Sendable (Row) -> [UInt8]
    ) -> RowTable<Row>? {
        let rows: RowTable<Row>
        switch tables[Int(table)] {
        case .none: rows = RowTable(StagedRows(encode: encode))
        case let encoded as RowTable<EncodedRow>: rows = RowTable(encoded.rows.encoded(for: encode))
        default: return nil
        }
        tables[Int(table)] = rows
        return rows
    }
}

extension RowStage {
    /// The row under a key, which is decoded only once.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - table: The table.
    ///   - use: The use of the table.
    ///   - encode: Encodes a row.
    ///   - decode: Decodes a row.
    /// - Returns: The row; `nil` if there is none.
    /// - Throws: Errors of `decode`; ``EventStoreError`` if the model cannot be read.
    @inlinable
    func row<Row: Sendable>(
        at key: PackedKey, in table: UInt8, as use: TableUse = .table,
        encode: @escaping @Sendable (Row) throws -> [UInt8], decode: ([UInt8]) throws -> Row
    ) throws -> Row? {
        guard let rows = try rows(of: table, as: use, encode: encode) else {
            return try value(for: key.bytes, in: table).map(decode)
        }
        guard let number = try number(of: key, in: rows, of: table, decode: decode) else { return nil }
        return rows.rows.row(number)
    }

    /// The number, in its table, of the row that the most recently found index entry refers to.
    ///
    /// The number is remembered with the entry, so that the next lookup is immediate.
    ///
    /// - Parameters:
    ///   - key: The key of the row.
    ///   - rows: The cached rows of the table.
    ///   - terms: The cached entries of the index.
    ///   - table: The table.
    ///   - decode: Decodes a row.
    /// - Returns: The number; `nil` if there is no row.
    /// - Throws: Errors of `decode`; ``EventStoreError`` if the model cannot be read.
    @inlinable
    func number<Key: TableKey, Row: Sendable>(
        of key: PackedKey, in rows: RowTable<Row>, foundBy terms: RowTable<Key>, of table: UInt8,
        decode: ([UInt8]) throws -> Row
    ) throws -> Int? {
        let entry = terms.rows.keys.last
        // A hint: `find` compares the key at this number before it searches.
        rows.rows.keys.last = Int(terms.rows.keys.entries[entry].rowNumber)
        let number = try number(of: key, in: rows, of: table, decode: decode)
        if let number { terms.rows.keys.entries[entry].rowNumber = UInt32(number) }
        return number
    }

    /// The number, in its table, of the decoded row under a key; `nil` if there is none.
    @inlinable
    func number<Row: Sendable>(
        of key: PackedKey, in rows: RowTable<Row>, of table: UInt8, decode: ([UInt8]) throws -> Row
    ) throws -> Int? {
        guard let number = rows.rows.keys.find(key) else {
            let row = try original(key, in: table).map(decode)
            rows.rows.add(row.map { .row($0) } ?? .nothing, for: key, in: 0)
            count += 1
            return row == nil ? nil : rows.rows.keys.last
        }
        return try rows.rows.decode(number, decode) ? number : nil
    }

    /// Updates a row in place.
    ///
    /// It is moved out meanwhile and copied once.
    ///
    /// - Parameters:
    ///   - number: Its number.
    ///   - key: Its key.
    ///   - rows: The cached rows of the table.
    ///   - table: The table.
    ///   - change: Changes the row.
    ///   - move: Updates the indexes.
    /// - Throws: Errors of `change` and `move`. The row is then unchanged.
    @inlinable
    func update<Row: Sendable>(
        _ number: Int, at key: PackedKey, in rows: RowTable<Row>, of table: UInt8, _ change: (inout Row) throws -> Void,
        move: (_ old: Row, _ new: Row) throws -> Void
    ) throws {
        let old = rows.rows.takeRow(number)
        var row = old
        do {
            try change(&row)
            // Only to find the event whose row cannot be encoded; the bytes are made when the batch ends. See PROJ-22.
            if encodesEagerly { try rows.rows.encodeEach([.row(row)], [0]) { _ in } }
            try move(old, row)
        } catch {
            // A rejected change leaves the row as it was.
            rows.rows.values[number] = .row(old)
            throw error
        }
        rows.rows.values[number] = .row(row)
        note((isNew: false, isAgain: rows.rows.keys.change(number, in: batch)), of: key, in: table)
    }

    /// Sets the row under a key.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - key: The key.
    ///   - table: The table.
    ///   - use: The use of the table.
    ///   - encode: Encodes a row.
    /// - Throws: ``EventStoreError`` if the key is too long.
    @inlinable
    func setRow<Row: Sendable>(
        _ row: Row, at key: PackedKey, in table: UInt8, as use: TableUse = .table,
        encode: @escaping @Sendable (Row) throws -> [UInt8]
    ) throws {
        guard let rows = try rows(of: table, as: use, encode: encode) else {
            return try setValue(encode(row), for: key.bytes, in: table)
        }
        try validate(key)
        if encodesEagerly { _ = try encode(row) }
        if watch != nil { try countChange(of: key, in: table, exists: true) }
        note(rows.rows.change(key, to: .row(row), in: batch), of: key, in: table)
    }

    /// The cached rows of a table as the requested type; `nil` if they are cached as another type.
    @inlinable
    func rows<Row: Sendable>(
        of table: UInt8, as use: TableUse = .table, encode: @escaping @Sendable (Row) throws -> [UInt8]
    ) throws -> RowTable<Row>? {
        if let rows = tables[Int(table)] as? RowTable<Row> { return rows }
        return try begunRows(of: table, as: use, encode: encode)
    }

    // Inlined together with its callees, so that the encoding is specialised for the row type.
    @inlinable
    func begunRows<Row: Sendable>(
        of table: UInt8, as use: TableUse, encode: @escaping @Sendable (Row) throws -> [UInt8]
    ) throws -> RowTable<Row>? {
        try checkDeclared(table, as: use)
        let rows: RowTable<Row>
        switch tables[Int(table)] {
        case .none: rows = RowTable(StagedRows(encode: encode))
        case let encoded as RowTable<EncodedRow>: rows = RowTable(try encoded.rows.encoded(for: encode))
        default: return nil
        }
        tables[Int(table)] = rows
        return rows
    }
}

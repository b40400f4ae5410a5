/// A typed table of a read model: rows under ordered keys, with secondary indexes.
///
/// ```swift
/// let byUser = TableIndex<Position, OrderRow, String>(1) { [$0.user] }
/// let orders = Table<Position, OrderRow>(0, encode: { $0.bytes }, decode: OrderRow.init(bytes:))
///     .indexed(by: byUser)
///
/// try orders.set(order, at: event.position, in: model)  // in a projection
/// let first = try byUser.firstKey(with: "ada", in: reader)  // in a query
/// ```
///
/// A table is a value that describes the layout of rows. The rows are in the model that is passed to its methods, on
/// disk or in memory. Change rows and indexes only through the table, or they will contradict each other.
public struct Table<Key: TableKey, Row: Sendable>: Sendable {
    // PROJ-13: A table is a value that lays out keys, rows and indexes.

    /// The number of the table.
    public let number: UInt8

    @usableFromInline let encode: @Sendable (Row) throws -> [UInt8]
    @usableFromInline let decode: @Sendable ([UInt8]) throws -> Row
    @usableFromInline var indexes: [AnyTableIndex<Key, Row>] = []

    /// Declarations of the indexes, kept apart from ``indexes``, which are used for every row.
    @usableFromInline var declarations: [TableIndexDeclaration] = []

    /// Declares a table.
    ///
    /// - Parameters:
    ///   - number: Its number, unique among the tables and indexes of the model.
    ///   - encode: Encodes a row, for example with ``RowWriter``. An error that it throws halts the projection.
    ///   - decode: Decodes a row, for example with ``RowReader``.
    public init(
        _ number: UInt8, encode: @escaping @Sendable (Row) throws -> [UInt8],
        decode: @escaping @Sendable ([UInt8]) throws -> Row
    ) {
        self.number = number
        self.encode = encode
        self.decode = decode
    }

    /// Adds an index, which must be declared before the first row is written.
    ///
    /// - Parameter index: The index. Its number must differ from the table's.
    /// - Returns: The table with the index.
    @inlinable
    public func indexed<Term>(by index: TableIndex<Key, Row, Term>) -> Table {
        var table = self
        table.indexes.append(AnyTableIndex(index))
        table.declarations.append(TableIndexDeclaration(index))
        return table
    }
}

extension Table {
    /// The row under a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - reader: The read model.
    /// - Returns: The row; `nil` if there is none.
    /// - Throws: ``EventStoreError``, and errors of decoding the row.
    @inlinable
    public func row(at key: Key, in reader: any ReadModelReader) throws -> Row? {
        guard let stage = reader.stage else { return try reader.value(for: key.bytes, in: number).map(decode) }
        return try stage.row(at: key.packed, in: number, encode: encode, decode: decode)
    }

    /// Calls a closure with the rows in the order of their keys, until the closure returns `false`.
    ///
    /// - Parameters:
    ///   - key: The iteration starts after this key; `nil` starts with the first row.
    ///   - reader: The read model.
    ///   - body: Called with a key and its row. Returns whether to continue.
    /// - Throws: Any error that `body` throws; ``EventStoreError``; errors of decoding a row.
    public func forEachRow(
        after key: Key? = nil, in reader: any ReadModelReader, _ body: (Key, Row) throws -> Bool
    ) throws {
        try reader.forEachRow(in: number, after: key?.bytes) { key, row in
            try body(try Key(bytes: key), try decode(row))
        }
    }

    /// The first row with a term in an index; with a unique index, the only one.
    ///
    /// - Parameters:
    ///   - term: The term to look up.
    ///   - index: An index of this table.
    ///   - reader: The read model.
    /// - Returns: The key and the row; `nil` if there is none.
    /// - Throws: ``EventStoreError``, with code ``EventStoreError/Code/damaged`` if the index and the rows contradict
    ///   each other; errors of decoding the row.
    @inlinable
    public func firstRow<Term>(
        with term: Term, by index: TableIndex<Key, Row, Term>, in reader: any ReadModelReader
    ) throws -> (key: Key, row: Row)? {
        guard let key = try index.firstKey(with: term, in: reader) else { return nil }
        guard let row = try row(at: key, in: reader) else { throw TableIndex<Key, Row, Term>.lostRow }
        return (key, row)
    }
}

extension Table {
    /// Sets the row under a key, replacing the old one.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - key: The key.
    ///   - writer: The read model.
    /// - Throws: ``TableIndexConflict`` if another row has the same term in a unique index; ``EventStoreError``.
    @inlinable
    public func set(_ row: Row, at key: Key, in writer: any ReadModelWriter) throws {
        // The old row is needed only for its index entries.
        let old = try indexes.isEmpty ? nil : self.row(at: key, in: writer)
        try replace(old, by: row, at: key, in: writer)
    }

    /// Inserts a row under a key that has none.
    ///
    /// This saves the lookup of the old row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - key: The key. If it had a row, the indexes would keep that row's entries.
    ///   - writer: The read model.
    /// - Throws: Errors of ``set(_:at:in:)``.
    @inlinable
    public func insert(_ row: Row, at key: Key, in writer: any ReadModelWriter) throws {
        try replace(nil, by: row, at: key, in: writer)
    }

    /// Replaces a row.
    ///
    /// - Parameters:
    ///   - old: The current row; `nil` if the key has none.
    ///   - row: The new row.
    ///   - key: The key of both.
    ///   - writer: The read model.
    /// - Throws: Errors of ``set(_:at:in:)``.
    @inlinable
    func replace(_ old: Row?, by row: Row, at key: Key, in writer: any ReadModelWriter) throws {
        try moveIndexes(of: key, from: old, to: row, in: writer)
        guard let stage = writer.stage else { return try writer.setValue(encode(row), for: key.bytes, in: number) }
        try stage.setRow(row, at: key.packed, in: number, encode: encode)
    }

    /// Updates the row under a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - writer: The read model.
    ///   - change: Changes the row. It must not use the read model, because the row may be moved out of it meanwhile.
    /// - Returns: Whether the row exists. If it does not, `change` is not called.
    /// - Throws: Errors of `change` and of ``set(_:at:in:)``. The row is then unchanged.
    @inlinable
    @discardableResult
    public func update(
        at key: Key, in writer: any ReadModelWriter, _ change: (inout Row) throws -> Void
    ) throws -> Bool {
        // PROJ-10: `Table.update` changes a row in place and touches indexes only where a term changed.
        let packed = key.packed
        guard let stage = writer.stage, let rows = try stage.rows(of: number, encode: encode) else {
            guard let old = try row(at: key, in: writer) else { return false }
            var row = old
            try change(&row)
            try replace(old, by: row, at: key, in: writer)
            return true
        }
        guard let place = try stage.number(of: packed, in: rows, of: number, decode: decode) else { return false }
        try stage.update(place, at: packed, in: rows, of: number, change) { old, row in
            try moveIndexes(of: key, from: old, to: row, in: writer)
        }
        return true
    }

    /// Updates the first row with a term in an index; with a unique index, the only one.
    ///
    /// With a unique index this is the fastest way to change an existing row. With another index it iterates over the
    /// index.
    ///
    /// - Parameters:
    ///   - term: The term to look up.
    ///   - index: An index of this table.
    ///   - writer: The read model.
    ///   - change: Changes the row. It must not use the read model, because the row may be moved out of it meanwhile.
    /// - Returns: Whether the row exists. If it does not, `change` is not called.
    /// - Throws: Errors of `change`, of ``firstRow(with:by:in:)`` and of ``set(_:at:in:)``. The row is then
    ///   unchanged.
    @inlinable
    @discardableResult
    public func update<Term>(
        with term: Term, by index: TableIndex<Key, Row, Term>, in writer: any ReadModelWriter,
        _ change: (inout Row) throws -> Void
    ) throws -> Bool {
        guard let key = try index.firstKey(with: term, in: writer) else { return false }
        guard let stage = writer.stage, index.isUnique, let terms = index.rows(in: stage),
            let rows = try stage.rows(of: number, encode: encode)
        else {
            guard let old = try row(at: key, in: writer) else { throw TableIndex<Key, Row, Term>.lostRow }
            var row = old
            try change(&row)
            try replace(old, by: row, at: key, in: writer)
            return true
        }
        let packed = key.packed
        guard let place = try stage.number(of: packed, in: rows, foundBy: terms, of: number, decode: decode) else {
            throw TableIndex<Key, Row, Term>.lostRow
        }
        try stage.update(place, at: packed, in: rows, of: number, change) { old, row in
            try moveIndexes(of: key, from: old, to: row, in: writer)
        }
        return true
    }

    /// Updates all indexes for a row that is written, or none of them.
    @inlinable
    func moveIndexes(of key: Key, from old: Row?, to row: Row, in writer: any ReadModelWriter) throws {
        // Fast path: most changes affect no index.
        if let old, indexes.allSatisfy({ $0.isSame(old, row) }) { return }
        try ReadModelLimits.validate(keyBytes: key.packed.count)
        let moving = indexes.filter { index in old.map { !index.isSame($0, row) } ?? true }
        // All checks come before the first move, so that a rejected row leaves every index unchanged.
        for index in moving { try index.check(key, row, writer) }
        for index in moving { try index.move(key, old, row, writer) }
    }

    /// Removes the row under a key, if there is one.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - writer: The read model.
    /// - Throws: ``EventStoreError``, and errors of decoding the row.
    public func remove(at key: Key, in writer: any ReadModelWriter) throws {
        if !indexes.isEmpty, let old = try row(at: key, in: writer) {
            for index in indexes { try index.move(key, old, nil, writer) }
        }
        try writer.removeValue(for: key.bytes, in: number)
    }
}

extension Table {
    /// Describes a row as text, or why it cannot be read.
    ///
    /// - Parameters:
    ///   - key: The key's bytes.
    ///   - value: The row's bytes.
    ///   - words: Describes the key and the row.
    /// - Returns: One line.
    public func describe(key: [UInt8], value: [UInt8], _ words: (Key, Row) -> String) -> String {
        do {
            return words(try Key(bytes: key), try decode(value))
        } catch {
            return "a row of \(value.count) bytes in table \(number) that cannot be read (\(error))"
        }
    }
}

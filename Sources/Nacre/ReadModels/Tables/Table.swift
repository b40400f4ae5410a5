/// Rows of a read model under keys that have an order, with the indexes by which they are found otherwise.
///
/// ```swift
/// let byUser = TableIndex<Position, Order, String>(1) { [$0.user] }
/// let orders = Table<Position, Order>(0, encode: { $0.bytes }, decode: Order.init(bytes:)).indexed(by: byUser)
///
/// try orders.set(order, at: event.position, in: model)             // in a projection
/// try byUser.forEachKey(with: "ada", in: reader) { … }             // in a query
/// ```
///
/// A table is a value that says how rows are laid out; the rows are in the model that is handed in, on disk or in
/// memory. Whoever changes rows or indexes in any other way makes them contradict each other.
public struct Table<Key: TableKey, Row: Sendable>: Sendable {
    /// The number of the table.
    public let number: UInt8

    @usableFromInline let encode: @Sendable (Row) throws -> [UInt8]
    @usableFromInline let decode: @Sendable ([UInt8]) throws -> Row
    @usableFromInline var indexes: [AnyTableIndex<Key, Row>] = []

    /// What is known of each index besides, which is not copied with it for every row.
    @usableFromInline var declarations: [TableIndexDeclaration] = []

    /// Declares a table.
    ///
    /// - Parameters:
    ///   - number: Its number, which no other table of the model may have.
    ///   - encode: Writes a row; ``RowWriter`` writes its fields. What it throws halts the projection.
    ///   - decode: Reads a row; ``RowReader`` reads its fields.
    public init(
        _ number: UInt8, encode: @escaping @Sendable (Row) throws -> [UInt8],
        decode: @escaping @Sendable ([UInt8]) throws -> Row
    ) {
        self.number = number
        self.encode = encode
        self.decode = decode
    }

    /// The table with an index, which is kept from the first row on.
    ///
    /// - Parameter index: The index; another number than the table's.
    /// - Returns: The table.
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
    /// - Returns: The row; `nil` where there is none.
    /// - Throws: ``EventStoreError``, and what reading the row throws.
    @inlinable
    public func row(at key: Key, in reader: any ReadModelReader) throws -> Row? {
        guard let stage = reader.stage else { return try reader.value(for: key.bytes, in: number).map(decode) }
        return try stage.row(at: key.packed, in: number, encode: encode, decode: decode)
    }

    /// Walks through the rows in the order of their keys.
    ///
    /// - Parameters:
    ///   - key: Begins behind this key; `nil` begins with the first row.
    ///   - reader: The read model.
    ///   - body: Takes a key and its row; answers whether to go on.
    /// - Throws: What `body` throws, ``EventStoreError``, and what reading a row throws.
    public func forEachRow(
        after key: Key? = nil, in reader: any ReadModelReader, _ body: (Key, Row) throws -> Bool
    ) throws {
        try reader.forEachRow(in: number, after: key?.bytes) { key, row in
            try body(try Key(bytes: key), try decode(row))
        }
    }

    /// The row that an index finds first: the only one, where the index is unique.
    ///
    /// - Parameters:
    ///   - term: What the row is found by.
    ///   - index: An index of this table.
    ///   - reader: The read model.
    /// - Returns: Its key and the row; `nil` where there is none.
    /// - Throws: ``EventStoreError``, with code ``EventStoreError/Code/damaged`` where index and rows contradict each
    ///   other; what reading the row throws.
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
    /// Puts a row under a key, replacing what is there.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - key: The key.
    ///   - writer: The read model.
    /// - Throws: ``TableIndexConflict`` where another row has a term that a unique index gives to one alone, and
    ///   ``EventStoreError``.
    @inlinable
    public func set(_ row: Row, at key: Key, in writer: any ReadModelWriter) throws {
        let old = try indexes.isEmpty ? nil : self.row(at: key, in: writer)
        try replace(old, by: row, at: key, in: writer)
    }

    /// Puts a row under a key that has none, which saves looking there.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - key: The key, under which is no row: the indexes would go on finding that one by its terms.
    ///   - writer: The read model.
    /// - Throws: What ``set(_:at:in:)`` throws.
    @inlinable
    public func insert(_ row: Row, at key: Key, in writer: any ReadModelWriter) throws {
        try replace(nil, by: row, at: key, in: writer)
    }

    /// Puts a row in the place of another one.
    ///
    /// - Parameters:
    ///   - old: The row as it is in the table; `nil` where there is none under the key.
    ///   - row: The row as it is to be.
    ///   - key: The key of both.
    ///   - writer: The read model.
    /// - Throws: What ``set(_:at:in:)`` throws.
    @inlinable
    func replace(_ old: Row?, by row: Row, at key: Key, in writer: any ReadModelWriter) throws {
        try moveIndexes(of: key, from: old, to: row, in: writer)
        guard let stage = writer.stage else { return try writer.setValue(encode(row), for: key.bytes, in: number) }
        try stage.setRow(row, at: key.packed, in: number, encode: encode)
    }

    /// Changes the row under a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - writer: The read model.
    ///   - change: Changes the row, and must not use the read model, from which the row may be taken out meanwhile.
    /// - Returns: Whether there is one; where there is none, `change` is not called.
    /// - Throws: What `change` and ``set(_:at:in:)`` throw; the row is as it was then.
    @inlinable
    @discardableResult
    public func update(
        at key: Key, in writer: any ReadModelWriter, _ change: (inout Row) throws -> Void
    ) throws -> Bool {
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

    /// Changes the row that an index finds first: the only one, where the index is unique.
    ///
    /// By a unique index it is the quickest way to change what is there, as a projection does for most events; by another one it
    /// walks through the index.
    ///
    /// - Parameters:
    ///   - term: What the row is found by.
    ///   - index: An index of this table.
    ///   - writer: The read model.
    ///   - change: Changes the row, and must not use the read model, from which the row may be taken out meanwhile.
    /// - Returns: Whether there is one; where there is none, `change` is not called.
    /// - Throws: What `change`, ``firstRow(with:by:in:)`` and ``set(_:at:in:)`` throw; the row is as it was then.
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

    /// Has all indexes follow a row that is put, or none of them.
    @inlinable
    func moveIndexes(of key: Key, from old: Row?, to row: Row, in writer: any ReadModelWriter) throws {
        // Mostly none has to, and nothing more is to be paid for that.
        if let old, indexes.allSatisfy({ $0.isSame(old, row) }) { return }
        try ReadModelLimits.validate(keyBytes: key.packed.count)
        let moving = indexes.filter { index in old.map { !index.isSame($0, row) } ?? true }
        for index in moving { try index.check(key, row, writer) }
        for index in moving { try index.move(key, old, row, writer) }
    }

    /// Removes the row under a key, if there is one.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - writer: The read model.
    /// - Throws: ``EventStoreError``, and what reading the row throws.
    public func remove(at key: Key, in writer: any ReadModelWriter) throws {
        if !indexes.isEmpty, let old = try row(at: key, in: writer) {
            for index in indexes { try index.move(key, old, nil, writer) }
        }
        try writer.removeValue(for: key.bytes, in: number)
    }
}

extension Table {
    /// A row in words, or why it cannot be read.
    ///
    /// - Parameters:
    ///   - key: The key's bytes.
    ///   - value: The row's bytes.
    ///   - words: Puts key and row into words.
    /// - Returns: One line.
    public func describe(key: [UInt8], value: [UInt8], _ words: (Key, Row) -> String) -> String {
        do {
            return words(try Key(bytes: key), try decode(value))
        } catch {
            return "a row of \(value.count) bytes in table \(number) that cannot be read (\(error))"
        }
    }
}

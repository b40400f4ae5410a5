/// The rows of a table in one of their orders: by key, or by an index.
///
/// Valid only inside the closure that reads the read model.
public protocol TableOrdering<Key, Row, Bound> {
    /// The type of the rows' keys.
    associatedtype Key: TableKey

    /// The type of the rows.
    associatedtype Row: Sendable

    /// The type that the rows are ordered by: their keys, or an index's terms.
    associatedtype Bound: TableKey

    /// The table that is iterated, and its read model.
    var source: TableSource { get throws }

    /// The row of an entry of that table.
    ///
    /// - Parameters:
    ///   - place: The bytes of the entry's key.
    ///   - value: The bytes of the entry's value.
    /// - Returns: The row with its key.
    /// - Throws: ``EventStoreError`` if the entry or the row cannot be read.
    func entry(at place: [UInt8], value: [UInt8]) throws -> TableEntry<Key, Row>
}

/// A table in a read model.
public struct TableSource {
    /// The read model.
    let reader: any ReadModelReader

    /// The number of the table.
    let number: UInt8
}

extension TableOrdering {
    /// Returns rows in order.
    ///
    /// - Parameters:
    ///   - range: The range of keys or terms.
    ///   - reversed: Whether to start with the last row.
    ///   - limit: The maximum number of rows, from 0; `nil` for all.
    /// - Returns: The rows with their keys.
    /// - Throws: ``EventStoreError`` if they cannot be read.
    /// - Complexity: O(log *n* + *m*) in the number *n* of rows and the number *m* of rows returned. By an index,
    ///   each row is looked up by its key.
    public func rows(
        in range: some TableRangeExpression<Bound>, reversed: Bool = false, limit: Int? = nil
    ) throws -> [TableEntry<Key, Row>] {
        var entries: [TableEntry<Key, Row>] = []
        if let limit {
            guard limit >= 0 else { throw EventStoreError.invalid("a limit of rows is 0 or more, this is \(limit)") }
            if limit == 0 { return [] }
        }
        try forEach(in: range, reversed: reversed) { entry in
            entries.append(entry)
            return limit.map { entries.count < $0 } ?? true
        }
        return entries
    }

    /// Returns all rows in order.
    ///
    /// - Parameters:
    ///   - reversed: Whether to start with the last row.
    ///   - limit: The maximum number of rows, from 0; `nil` for all.
    /// - Returns: The rows with their keys.
    /// - Throws: ``EventStoreError`` if they cannot be read.
    /// - Complexity: O(log *n* + *m*) in the number *n* of rows and the number *m* of rows returned. By an index,
    ///   each row is looked up by its key.
    public func rows(reversed: Bool = false, limit: Int? = nil) throws -> [TableEntry<Key, Row>] {
        try rows(in: TableRange<Bound>.all(), reversed: reversed, limit: limit)
    }

    /// Returns a page of rows in order.
    ///
    /// - Parameters:
    ///   - range: The range of keys or terms.
    ///   - cursor: The cursor of the page before; `nil` to start at the beginning. With the opposite direction, the
    ///     page goes back from the cursor.
    ///   - limit: The maximum number of rows, from 1.
    ///   - reversed: Whether to start with the last row.
    /// - Returns: The page.
    /// - Throws: ``EventStoreError`` if the rows cannot be read, or with code
    ///   ``EventStoreError/Code/invalidArgument`` if the limit is less than 1 or the cursor belongs to another table
    ///   or another order.
    /// - Complexity: O(log *n* + *m*) in the number *n* of rows and the number *m* of rows returned. By an index,
    ///   each row is looked up by its key.
    public func page(
        in range: some TableRangeExpression<Bound>, after cursor: TableCursor? = nil, limit: Int, reversed: Bool = false
    ) throws -> TablePage<Key, Row> {
        let source = try source
        guard limit >= 1 else { throw EventStoreError.invalid("a page's limit is 1 or more, this is \(limit)") }
        if let cursor, cursor.table != source.number {
            throw EventStoreError.invalid(
                "the cursor belongs to another order: begin with the first page of this one")
        }
        var entries: [TableEntry<Key, Row>] = []
        var (last, next) = ([] as [UInt8], TableCursor?.none)
        guard let rows = range.tableRange.rows(after: cursor?.place, isReversed: reversed) else {
            return TablePage(entries: [], next: nil)
        }
        try source.reader.forEachRow(in: source.number, within: rows) { place, value in
            guard entries.count < limit else {
                // Only a further row proves that there is another page.
                next = TableCursor(table: source.number, place: last)
                return false
            }
            entries.append(try entry(at: place, value: value))
            last = place
            return true
        }
        return TablePage(entries: entries, next: next)
    }

    /// Returns a page of all rows in order.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the page before; `nil` to start at the beginning. With the opposite direction, the
    ///     page goes back from the cursor.
    ///   - limit: The maximum number of rows, from 1.
    ///   - reversed: Whether to start with the last row.
    /// - Returns: The page.
    /// - Throws: Errors of ``page(in:after:limit:reversed:)``.
    /// - Complexity: O(log *n* + *m*) in the number *n* of rows and the number *m* of rows returned. By an index,
    ///   each row is looked up by its key.
    public func page(
        after cursor: TableCursor? = nil, limit: Int, reversed: Bool = false
    ) throws -> TablePage<Key, Row> {
        try page(in: TableRange<Bound>.all(), after: cursor, limit: limit, reversed: reversed)
    }

    /// Calls a closure with rows in order, until the closure returns `false`.
    ///
    /// If the closure changes what the rows are ordered by, it may see a row again: call ``rows(in:reversed:limit:)``
    /// first, then change the rows.
    ///
    /// - Parameters:
    ///   - range: The range of keys or terms.
    ///   - reversed: Whether to start with the last row.
    ///   - body: Called with a row and its key. Returns whether to continue.
    /// - Throws: Any error that `body` throws; ``EventStoreError`` if the rows cannot be read.
    /// - Complexity: O(log *n* + *m*) in the number *n* of rows and the number *m* of rows visited. By an index, each
    ///   row is looked up by its key.
    public func forEach(
        in range: some TableRangeExpression<Bound>, reversed: Bool = false,
        _ body: (TableEntry<Key, Row>) throws -> Bool
    ) throws {
        let source = try source
        guard let rows = range.tableRange.rows(after: nil, isReversed: reversed) else { return }
        try source.reader.forEachRow(in: source.number, within: rows) { place, value in
            try body(try entry(at: place, value: value))
        }
    }

    /// Counts rows; by an index, counts its entries.
    ///
    /// - Parameter range: The range of keys or terms.
    /// - Returns: The number.
    /// - Throws: ``EventStoreError`` if the rows cannot be read.
    /// - Complexity: O(log *n* + *m*) in the number *n* of rows and the number *m* of rows counted, which are not
    ///   decoded. If a count is needed often, maintain it in a row.
    public func count(in range: some TableRangeExpression<Bound>) throws -> Int {
        let source = try source
        guard let rows = range.tableRange.rows(after: nil, isReversed: false) else { return 0 }
        var count = 0
        try source.reader.forEachRow(in: source.number, within: rows) { _, _ in
            count += 1
            return true
        }
        return count
    }

    /// Counts all rows; by an index, counts its entries.
    ///
    /// - Returns: The number.
    /// - Throws: ``EventStoreError`` if the rows cannot be read.
    /// - Complexity: O(*n*) in the number of rows, which are not decoded. If a count is needed often, maintain it in
    ///   a row.
    public func count() throws -> Int { try count(in: TableRange<Bound>.all()) }
}

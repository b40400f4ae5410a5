/// Rows of a table in one of their orders: by key, or by an index.
///
/// Valid only inside the closure that looks at the read model.
public protocol TableOrdering<Key, Row, Bound> {
    /// What the rows stand under.
    associatedtype Key: TableKey

    /// What the rows are.
    associatedtype Row: Sendable

    /// What the rows are ordered by: their keys, or an index's terms.
    associatedtype Bound: TableKey

    /// The table that is walked through, and where it is read.
    var source: TableSource { get throws }

    /// The row of an entry of that table.
    ///
    /// - Parameters:
    ///   - place: The bytes under which the entry stands.
    ///   - value: The bytes of the entry.
    /// - Returns: The row with its key.
    /// - Throws: ``EventStoreError`` where the entry or the row cannot be read.
    func entry(at place: [UInt8], value: [UInt8]) throws -> TableEntry<Key, Row>
}

/// A table of a read model that is looked at.
public struct TableSource {
    /// The read model.
    let reader: any ReadModelReader

    /// The number of the table.
    let number: UInt8
}

extension TableOrdering {
    /// Rows in order.
    ///
    /// - Parameters:
    ///   - range: Which rows.
    ///   - reversed: Whether to begin with the last.
    ///   - limit: How many rows to return at most, from 0; `nil` for all.
    /// - Returns: The rows with their keys.
    /// - Throws: ``EventStoreError`` where they cannot be read.
    /// - Complexity: O(log *n* + *m*) in the numbers of rows and of those returned; by an index, each of those is looked up.
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

    /// All rows in order.
    ///
    /// - Parameters:
    ///   - reversed: Whether to begin with the last.
    ///   - limit: How many rows to return at most, from 0; `nil` for all.
    /// - Returns: The rows with their keys.
    /// - Throws: ``EventStoreError`` where they cannot be read.
    /// - Complexity: O(log *n* + *m*) in the numbers of rows and of those returned; by an index, each of those is looked up.
    public func rows(reversed: Bool = false, limit: Int? = nil) throws -> [TableEntry<Key, Row>] {
        try rows(in: TableRange<Bound>.all(), reversed: reversed, limit: limit)
    }

    /// Some rows in order, and where to go on.
    ///
    /// - Parameters:
    ///   - range: Which rows.
    ///   - cursor: Where to go on, from the page before; `nil` for the beginning. With the other direction it goes back from
    ///     there.
    ///   - limit: How many rows to return at most, from 1.
    ///   - reversed: Whether to begin with the last.
    /// - Returns: The page.
    /// - Throws: ``EventStoreError`` where the rows cannot be read; with code ``EventStoreError/Code/invalidArgument`` where
    ///   the limit is less than 1, or the cursor is of another table or another order.
    /// - Complexity: O(log *n* + *m*) in the numbers of rows and of those returned; by an index, each of those is looked up.
    public func page(
        in range: some TableRangeExpression<Bound>, after cursor: TableCursor? = nil, limit: Int, reversed: Bool = false
    ) throws -> TablePage<Key, Row> {
        let source = try source
        guard limit >= 1 else { throw EventStoreError.invalid("a page has 1 row or more, this is to have \(limit)") }
        if let cursor, cursor.table != source.number {
            throw EventStoreError.invalid(
                "the cursor is of a page in another order: begin with the first page of this one")
        }
        var entries: [TableEntry<Key, Row>] = []
        var (last, next) = ([] as [UInt8], TableCursor?.none)
        guard let rows = range.tableRange.rows(after: cursor?.place, isReversed: reversed) else {
            return TablePage(entries: [], next: nil)
        }
        try source.reader.forEachRow(in: source.number, within: rows) { place, value in
            guard entries.count < limit else {
                next = TableCursor(table: source.number, place: last)
                return false
            }
            entries.append(try entry(at: place, value: value))
            last = place
            return true
        }
        return TablePage(entries: entries, next: next)
    }

    /// Some of all rows in order, and where to go on.
    ///
    /// - Parameters:
    ///   - cursor: Where to go on, from the page before; `nil` for the beginning. With the other direction it goes back from
    ///     there.
    ///   - limit: How many rows to return at most, from 1.
    ///   - reversed: Whether to begin with the last.
    /// - Returns: The page.
    /// - Throws: What ``page(in:after:limit:reversed:)`` throws.
    /// - Complexity: O(log *n* + *m*) in the numbers of rows and of those returned; by an index, each of those is looked up.
    public func page(
        after cursor: TableCursor? = nil, limit: Int, reversed: Bool = false
    ) throws -> TablePage<Key, Row> {
        try page(in: TableRange<Bound>.all(), after: cursor, limit: limit, reversed: reversed)
    }

    /// Walks through rows in order.
    ///
    /// A body that changes what the rows are ordered by may meet a row again: have ``rows(in:reversed:limit:)`` first, and change
    /// them then.
    ///
    /// - Parameters:
    ///   - range: Which rows.
    ///   - reversed: Whether to begin with the last.
    ///   - body: Takes a row with its key; answers whether to go on.
    /// - Throws: What `body` throws, and ``EventStoreError`` where the rows cannot be read.
    /// - Complexity: O(log *n* + *m*) in the numbers of rows and of those handed out; by an index, each of those is looked up.
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

    /// How many rows there are; by an index, how many entries.
    ///
    /// - Parameter range: Which rows.
    /// - Returns: The number.
    /// - Throws: ``EventStoreError`` where the rows cannot be read.
    /// - Complexity: O(log *n* + *m*) in the numbers of rows and of those counted, which are not decoded: where a count is asked
    ///   for often, keep it in a row of its own.
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

    /// How many rows there are in all; by an index, how many entries.
    ///
    /// - Returns: The number.
    /// - Throws: ``EventStoreError`` where the rows cannot be read.
    /// - Complexity: O(*n*) in the number of rows, which are not decoded: where a count is asked for often, keep it in a row of
    ///   its own.
    public func count() throws -> Int { try count(in: TableRange<Bound>.all()) }
}

/// The rows of a table in the order of one of its indexes.
///
/// Rows with equal terms come in the order of their keys. Valid only inside the closure that looks at the read model.
public struct TableOrder<Key: TableKey, Row: Sendable, Term: TableKey>: TableOrdering {
    /// What the rows are ordered by.
    public typealias Bound = Term

    let table: Table<Key, Row>
    let index: Result<TableIndex<Key, Row, Term>, EventStoreError>
    let model: TableModel

    /// The index's own table.
    public var source: TableSource {
        get throws { TableSource(reader: try model.reader, number: try index.get().number) }
    }

    /// The row of an entry of the index.
    ///
    /// - Parameters:
    ///   - place: The entry's key: the term, behind which stands the row's key where the index is not unique.
    ///   - value: The entry's value: the row's key where the index is unique.
    /// - Returns: The row with its key.
    /// - Throws: ``EventStoreError`` where one of them cannot be read, or there is no such row.
    public func entry(at place: [UInt8], value: [UInt8]) throws -> TableEntry<Key, Row> {
        let key = try index.get().key(at: place, value: value)
        guard let row = try table.row(at: key, in: model.reader) else { throw TableIndex<Key, Row, Term>.lostRow }
        return TableEntry(key: key, row: row)
    }

    /// The first row with a term: the only one, where the index is unique.
    ///
    /// - Parameter term: The term.
    /// - Returns: The row with its key; `nil` where there is none.
    /// - Throws: ``EventStoreError`` where it cannot be read.
    /// - Complexity: O(log *n*) in the number of rows.
    public func row(at term: Term) throws -> TableEntry<Key, Row>? {
        try table.firstRow(with: term, by: index.get(), in: model.reader).map { TableEntry(key: $0.key, row: $0.row) }
    }
}

extension TableIndex {
    /// The key of the row that an entry finds.
    func key(at place: [UInt8], value: [UInt8]) throws(EventStoreError) -> Key {
        guard !isUnique else { return try Key(bytes: value) }
        var reader = TableKeyReader(place)
        _ = try Term(from: &reader)
        let key = try Key(from: &reader)
        try reader.end()
        return key
    }
}

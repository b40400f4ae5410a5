/// The rows of a table in the order of one of its indexes.
///
/// Rows with equal terms are in the order of their keys. Valid only inside the closure that reads the read model.
public struct TableOrder<Key: TableKey, Row: Sendable, Term: TableKey>: TableOrdering {
    /// The type of the index's terms.
    public typealias Bound = Term

    let table: Table<Key, Row>
    let index: Result<TableIndex<Key, Row, Term>, EventStoreError>
    let model: TableModel

    /// The table that stores the index.
    public var source: TableSource {
        get throws { TableSource(reader: try model.reader, number: try index.get().number) }
    }

    /// The row of an index entry.
    ///
    /// - Parameters:
    ///   - place: The entry's key: the term, followed in a non-unique index by the row's key.
    ///   - value: The entry's value: in a unique index, the row's key.
    /// - Returns: The row with its key.
    /// - Throws: ``EventStoreError`` if the entry or the row cannot be read, or the row does not exist.
    public func entry(at place: [UInt8], value: [UInt8]) throws -> TableEntry<Key, Row> {
        let key = try index.get().key(at: place, value: value)
        guard let row = try table.row(at: key, in: model.reader) else { throw TableIndex<Key, Row, Term>.lostRow }
        return TableEntry(key: key, row: row)
    }

    /// The first row with a term; with a unique index, the only one.
    ///
    /// - Parameter term: The term.
    /// - Returns: The row with its key; `nil` if there is none.
    /// - Throws: ``EventStoreError`` if it cannot be read.
    /// - Complexity: O(log *n*) in the number of rows.
    public func row(at term: Term) throws -> TableEntry<Key, Row>? {
        try table.firstRow(with: term, by: index.get(), in: model.reader).map { TableEntry(key: $0.key, row: $0.row) }
    }
}

extension TableIndex {
    /// The key of the row of an index entry.
    func key(at place: [UInt8], value: [UInt8]) throws(EventStoreError) -> Key {
        // In a unique index, the row's key is the entry's value; in any other, it follows the term in the entry's key.
        guard !isUnique else { return try Key(bytes: value) }
        var reader = TableKeyReader(place)
        _ = try Term(from: &reader)
        let key = try Key(from: &reader)
        try reader.end()
        return key
    }
}

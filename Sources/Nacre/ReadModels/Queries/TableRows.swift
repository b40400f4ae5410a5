/// The rows of a table in a read model that is looked at, in the order of their keys.
///
/// Valid only inside the closure that looks at the read model.
///
/// ```swift
/// try rows.row(at: "a1")
/// try rows.rows(in: "a"..<"b", reversed: true, limit: 10)
/// try rows.by(\.email).row(at: "ada@example.org")
/// try rows.by(\.owner).page(in: .only("ada"), after: cursor, limit: 20)
/// ```
public struct TableRows<Key: TableKey, Row: Sendable>: TableAccess {
    /// The table.
    public let table: Table<Key, Row>

    /// Where it is read.
    public let model: TableModel

    @inlinable
    init(of table: Table<Key, Row>, in model: TableModel) {
        self.table = table
        self.model = model
    }
}

extension Table {
    /// The rows of the table in a read model.
    ///
    /// - Parameter reader: The read model.
    /// - Returns: The rows.
    public func rows(in reader: any ReadModelReader) -> TableRows<Key, Row> {
        TableRows(of: self, in: TableModel(reader))
    }

    /// The rows of the table in a read model that is changed.
    ///
    /// - Parameter writer: The read model.
    /// - Returns: The rows.
    public func rows(in writer: any ReadModelWriter) -> MutableTableRows<Key, Row> {
        MutableTableRows(of: self, in: TableModel(writer), writer: writer)
    }
}

/// A read model that is looked at, or why a table is not looked at in it.
public struct TableModel {
    @usableFromInline let base: any ReadModelReader
    @usableFromInline let refusal: EventStoreError?

    @inlinable
    init(_ reader: any ReadModelReader, refusing refusal: EventStoreError? = nil) {
        base = reader
        self.refusal = refusal
    }

    /// The read model.
    @inlinable var reader: any ReadModelReader {
        get throws(EventStoreError) {
            if let refusal { throw refusal }
            return base
        }
    }
}

/// The rows of a table where they are looked at or changed.
public protocol TableAccess<Key, Row>: TableOrdering where Bound == Key {
    /// The table.
    var table: Table<Key, Row> { get }

    /// Where it is read.
    var model: TableModel { get }
}

extension TableAccess {
    /// The table itself, which is in the order of the keys.
    public var source: TableSource {
        get throws { TableSource(reader: try model.reader, number: table.number) }
    }

    /// The row of an entry of the table.
    ///
    /// - Parameters:
    ///   - place: The key's bytes.
    ///   - value: The row's bytes.
    /// - Returns: The row with its key.
    /// - Throws: ``EventStoreError`` where one of them cannot be read.
    public func entry(at place: [UInt8], value: [UInt8]) throws -> TableEntry<Key, Row> {
        TableEntry(key: try Key(bytes: place), row: try table.decode(value))
    }

    /// The row under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The row; `nil` where there is none.
    /// - Throws: ``EventStoreError`` where it cannot be read.
    /// - Complexity: O(log *n*) in the number of rows.
    @inlinable
    public func row(at key: Key) throws -> Row? { try table.row(at: key, in: model.reader) }

    /// The rows in the order of an index by a field.
    ///
    /// - Parameter path: The field, by which the table was declared to be `indexed` or unique.
    /// - Returns: The rows; reading them throws where there is no such index.
    public func by<Term: TableKey>(_ path: KeyPath<Row, Term>) -> TableOrder<Key, Row, Term> { order([path]) }

    /// The rows in the order of an index by a field, without those in which it is `nil`.
    ///
    /// - Parameter path: The field.
    /// - Returns: The rows; reading them throws where there is no such index.
    public func by<Term: TableKey>(_ path: KeyPath<Row, Term?>) -> TableOrder<Key, Row, Term> { order([path]) }

    /// The rows in the order of an index by two fields.
    ///
    /// - Parameters:
    ///   - first: The field by which rows are ordered.
    ///   - second: The field by which those are ordered that have the same first one.
    /// - Returns: The rows; reading them throws where there is no such index.
    public func by<First: TableKey, Second: TableKey>(
        _ first: KeyPath<Row, First>, _ second: KeyPath<Row, Second>
    ) -> TableOrder<Key, Row, TableKeyPair<First, Second>> {
        order([first, second])
    }

    /// The rows in the order of an index by each element of a field; a row comes once for each of them.
    ///
    /// - Parameter path: The field.
    /// - Returns: The rows; reading them throws where there is no such index.
    public func by<Terms: Sequence>(each path: KeyPath<Row, Terms>) -> TableOrder<Key, Row, Terms.Element>
    where Terms.Element: TableKey {
        order([path])
    }

    /// The rows in the order of an index.
    ///
    /// - Parameter index: An index of the table.
    /// - Returns: The rows.
    public func by<Term: TableKey>(_ index: TableIndex<Key, Row, Term>) -> TableOrder<Key, Row, Term> {
        TableOrder(table: table, index: .success(index), model: model)
    }

    private func order<Term: TableKey>(_ paths: [AnyKeyPath]) -> TableOrder<Key, Row, Term> {
        for declaration in table.declarations where declaration.paths == paths {
            guard let typed = declaration.index as? TableIndex<Key, Row, Term> else { continue }
            return TableOrder(table: table, index: .success(typed), model: model)
        }
        let names = paths.map(\.fieldName)
        return TableOrder(
            table: table,
            index: .failure(
                .invalid(
                    """
                    the table of \(Table<Key, Row>.rowName) has no index by \(names.joined(separator: " and ")): declare it with \
                    .indexed(\(names.map { "\\.\($0)" }.joined(separator: ", "))) and raise the projection's schema version
                    """)),
            model: model)
    }
}

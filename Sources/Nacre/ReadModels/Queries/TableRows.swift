/// The rows of a table in a read model that is being read, in the order of their keys.
///
/// Valid only inside the closure that reads the read model.
///
/// ```swift
/// let account = try rows.row(at: "a1")
/// let last = try rows.rows(in: "a"..<"b", reversed: true, limit: 10)
/// let ada = try rows.by(\.email).row(at: "ada@example.org")
/// let page = try rows.by(\.owner).page(in: .only("ada"), after: cursor, limit: 20)
/// ```
public struct TableRows<Key: TableKey, Row: Sendable>: TableAccess {
    /// The table.
    public let table: Table<Key, Row>

    /// The read model.
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

    /// The rows of the table in a read model that is being changed.
    ///
    /// - Parameter writer: The read model.
    /// - Returns: The rows.
    public func rows(in writer: any ReadModelWriter) -> MutableTableRows<Key, Row> {
        MutableTableRows(of: self, in: TableModel(writer), writer: writer)
    }
}

/// A read model, or the error that refuses a table in it.
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

/// Access to the rows of a table, for reading or changing them.
public protocol TableAccess<Key, Row>: TableOrdering where Bound == Key {
    /// The table.
    var table: Table<Key, Row> { get }

    /// The read model.
    var model: TableModel { get }
}

extension TableAccess {
    /// The table itself, which is ordered by key.
    public var source: TableSource {
        get throws { TableSource(reader: try model.reader, number: table.number) }
    }

    /// The row of an entry of the table.
    ///
    /// - Parameters:
    ///   - place: The key's bytes.
    ///   - value: The row's bytes.
    /// - Returns: The row with its key.
    /// - Throws: ``EventStoreError`` if the key or the row cannot be read.
    public func entry(at place: [UInt8], value: [UInt8]) throws -> TableEntry<Key, Row> {
        TableEntry(key: try Key(bytes: place), row: try table.decode(value))
    }

    /// The row under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The row; `nil` if there is none.
    /// - Throws: ``EventStoreError`` if it cannot be read.
    /// - Complexity: O(log *n*) in the number of rows.
    @inlinable
    public func row(at key: Key) throws -> Row? { try table.row(at: key, in: model.reader) }

    // PROJ-17: An index of a `Codable` table is found by its key path.
    /// The rows in the order of an index on a field.
    ///
    /// - Parameter path: The field, which the table declares as `indexed` or `unique`.
    /// - Returns: The rows. Reading them throws if there is no such index.
    public func by<Term: TableKey>(_ path: KeyPath<Row, Term>) -> TableOrder<Key, Row, Term> { order([path]) }

    /// The rows in the order of an index on an optional field, without those in which it is `nil`.
    ///
    /// - Parameter path: The field.
    /// - Returns: The rows. Reading them throws if there is no such index.
    public func by<Term: TableKey>(_ path: KeyPath<Row, Term?>) -> TableOrder<Key, Row, Term> { order([path]) }

    /// The rows in the order of an index on two fields.
    ///
    /// - Parameters:
    ///   - first: The first field.
    ///   - second: The second field.
    /// - Returns: The rows. Reading them throws if there is no such index.
    public func by<First: TableKey, Second: TableKey>(
        _ first: KeyPath<Row, First>, _ second: KeyPath<Row, Second>
    ) -> TableOrder<Key, Row, TableKeyPair<First, Second>> {
        order([first, second])
    }

    /// The rows in the order of an index on each element of a field.
    ///
    /// A row is returned once for each element.
    ///
    /// - Parameter path: The field.
    /// - Returns: The rows. Reading them throws if there is no such index.
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
        // The error is thrown by the read, so that `by(_:)` need not be marked with `try`.
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

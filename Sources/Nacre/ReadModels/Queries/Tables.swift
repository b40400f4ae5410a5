/// The tables of a projection's read model that is being read.
///
/// ```swift
/// let row = try tables.accounts.row(at: "a1")  // the static property `accounts` of the projection
/// let count = try tables[Accounts.accounts].count()  // the same table
/// ```
///
/// Valid only inside the closure that reads the read model.
@dynamicMemberLookup
public struct Tables<Owner: TableProjection> {
    /// The read model.
    public let reader: any ReadModelReader

    /// Creates a view of a read model.
    ///
    /// - Parameter reader: The read model of the projection.
    @inlinable
    public init(_ reader: any ReadModelReader) {
        self.reader = reader
    }

    /// The rows of a table.
    ///
    /// - Parameter table: One of the projection's `tables`.
    @inlinable
    public subscript<Key, Row>(_ table: Table<Key, Row>) -> TableRows<Key, Row> {
        TableRows(of: table, in: TableModel(reader, refusing: Owner.refusal(of: table)))
    }

    /// The rows of a table that the projection declares.
    @inlinable
    public subscript<Key, Row>(dynamicMember path: KeyPath<Owner.Type, Table<Key, Row>>) -> TableRows<Key, Row> {
        self[Owner.self[keyPath: path]]
    }
}

/// The tables of a projection's read model that is being changed.
///
/// ```swift
/// try tables.accounts.insert(Account(owner: "ada", email: "ada@example.org", balance: 0), at: "a1")
/// try tables.accounts.update("a1") { $0.balance += 5 }
/// ```
///
/// Valid only inside the closure that changes the read model.
@dynamicMemberLookup
public struct MutableTables<Owner: TableProjection> {
    /// The read model.
    public let writer: any ReadModelWriter

    /// Creates a view of a read model.
    ///
    /// - Parameter writer: The read model of the projection.
    @inlinable
    public init(_ writer: any ReadModelWriter) {
        self.writer = writer
    }

    /// The rows of a table.
    ///
    /// - Parameter table: One of the projection's `tables`.
    @inlinable
    public subscript<Key, Row>(_ table: Table<Key, Row>) -> MutableTableRows<Key, Row> {
        MutableTableRows(of: table, in: TableModel(writer, refusing: Owner.refusal(of: table)), writer: writer)
    }

    /// The rows of a table that the projection declares.
    @inlinable
    public subscript<Key, Row>(dynamicMember path: KeyPath<Owner.Type, Table<Key, Row>>) -> MutableTableRows<Key, Row> {
        self[Owner.self[keyPath: path]]
    }
}

/// The rows of a table in a read model that is being changed, in the order of their keys.
///
/// Reads see the earlier changes. Valid only inside the closure that changes the read model.
public struct MutableTableRows<Key: TableKey, Row: Sendable>: TableAccess {
    /// The table.
    public let table: Table<Key, Row>

    /// The read model.
    public let model: TableModel

    @usableFromInline let base: any ReadModelWriter

    @inlinable
    init(of table: Table<Key, Row>, in model: TableModel, writer: any ReadModelWriter) {
        self.table = table
        self.model = model
        base = writer
    }

    @inlinable var writer: any ReadModelWriter {
        get throws(EventStoreError) {
            _ = try model.reader
            return base
        }
    }
}

extension MutableTableRows {
    /// Sets the row under a key, replacing the old one.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - key: The key.
    /// - Throws: ``TableIndexConflict`` if another row has the same value in a unique index; ``EventStoreError``.
    @inlinable
    public func set(_ row: Row, at key: Key) throws { try table.set(row, at: key, in: writer) }

    /// Inserts a row under a key that has none.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - key: The key.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` if the key has a row already;
    ///   otherwise errors of ``set(_:at:)``.
    @inlinable
    public func insert(_ row: Row, at key: Key) throws {
        // PROJ-19: `insert` refuses an existing row in typed tables, but not in `Table`.
        let writer = try writer
        guard try table.row(at: key, in: writer) == nil else { throw alreadyExists(key) }
        try table.insert(row, at: key, in: writer)
    }

    @usableFromInline
    func alreadyExists(_ key: Key) -> EventStoreError {
        .invalid(
            """
            row \(key.inWords) of \(Table<Key, Row>.rowName) exists already: use `set` to replace it, `update` to change it
            """)
    }

    /// Updates the row under a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: Changes the row. It must not use the read model meanwhile.
    /// - Returns: Whether the row exists. If it does not, `change` is not called.
    /// - Throws: Errors of `change` and of ``set(_:at:)``. The row is then unchanged.
    @inlinable
    @discardableResult
    public func update(_ key: Key, _ change: (inout Row) throws -> Void) throws -> Bool {
        try table.update(at: key, in: writer, change)
    }

    /// Removes the row under a key, if there is one.
    ///
    /// - Parameter key: The key.
    /// - Throws: ``EventStoreError``.
    public func remove(_ key: Key) throws { try table.remove(at: key, in: writer) }
}

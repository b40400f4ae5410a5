/// The rows of a table in a read model that is changed, in the order of their keys.
///
/// What is read is what the changes before have left. Valid only inside the closure that changes the read model.
public struct MutableTableRows<Key: TableKey, Row: Sendable>: TableAccess {
    /// The table.
    public let table: Table<Key, Row>

    /// Where it is read.
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
    /// Puts a row under a key, replacing what is there.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - key: The key.
    /// - Throws: ``TableIndexConflict`` where another row has a field that is to be unique, and ``EventStoreError``.
    @inlinable
    public func set(_ row: Row, at key: Key) throws { try table.set(row, at: key, in: writer) }

    /// Puts a row under a key that has none.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - key: The key.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` where there is a row under the key;
    ///   otherwise what ``set(_:at:)`` throws.
    @inlinable
    public func insert(_ row: Row, at key: Key) throws {
        let writer = try writer
        guard try table.row(at: key, in: writer) == nil else { throw isThere(key) }
        try table.insert(row, at: key, in: writer)
    }

    @usableFromInline
    func isThere(_ key: Key) -> EventStoreError {
        .invalid(
            """
            there is a row \(key.inWords) of \(Table<Key, Row>.rowName) already: use `set` to replace it, `update` to change it
            """)
    }

    /// Changes the row under a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: Changes the row, and must not use the read model meanwhile.
    /// - Returns: Whether there is one; where there is none, `change` is not called.
    /// - Throws: What `change` and ``set(_:at:)`` throw; the row is as it was then.
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

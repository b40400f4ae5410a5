/// A key of a table.
///
/// Its bytes are in the order of the keys, and no key's bytes are a prefix of another key's.
///
/// For a composite key, define a type that writes and reads its parts one after the other. It is ordered by the first
/// part, then by the second.
public protocol TableKey: Sendable {
    /// Writes the key.
    ///
    /// - Parameter writer: The writer, to be called with the parts in order.
    func write(to writer: inout TableKeyWriter)

    /// Reads a key, part by part in the order in which it was written.
    ///
    /// - Parameter reader: The reader of the key.
    /// - Throws: ``EventStoreError`` if the key is damaged.
    init(from reader: inout TableKeyReader) throws(EventStoreError)
}

extension TableKey {
    /// The bytes of the key.
    @usableFromInline var bytes: [UInt8] { packed.bytes }

    /// The key in the form used for lookups in memory.
    @inlinable var packed: PackedKey {
        var writer = TableKeyWriter()
        write(to: &writer)
        return writer.key
    }

    /// Reads a key that must consume all bytes.
    @usableFromInline
    init(bytes: some Sequence<UInt8>) throws(EventStoreError) {
        var reader = TableKeyReader([UInt8](bytes))
        try self.init(from: &reader)
        try reader.end()
    }
}

extension Position: TableKey {
    /// Writes the number.
    @inlinable
    public func write(to writer: inout TableKeyWriter) { writer.number(self) }

    /// Reads a number.
    ///
    /// - Parameter reader: The reader of the key.
    /// - Throws: ``EventStoreError`` if the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) { self = try reader.number() }
}

extension EventID: TableKey {
    /// Writes the id.
    @inlinable
    public func write(to writer: inout TableKeyWriter) { writer.id(self) }

    /// Reads an id.
    ///
    /// - Parameter reader: The reader of the key.
    /// - Throws: ``EventStoreError`` if the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) { self = try reader.id() }
}

extension String: TableKey {
    /// Writes the text.
    public func write(to writer: inout TableKeyWriter) { writer.text(self) }

    /// Reads a text.
    ///
    /// - Parameter reader: The reader of the key.
    /// - Throws: ``EventStoreError`` if the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) { self = try reader.text() }
}

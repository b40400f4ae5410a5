/// A key of a table: its bytes are in the order of the keys, and none are the beginning of another's.
///
/// A key of several parts is a type of its own that writes and reads one after the other: it is ordered by the first,
/// then by the second.
public protocol TableKey: Sendable {
    /// Writes the key.
    ///
    /// - Parameter writer: Takes the parts, in order.
    func write(to writer: inout TableKeyWriter)

    /// Reads a key, part after part as it was written.
    ///
    /// - Parameter reader: Gives the parts.
    /// - Throws: ``EventStoreError`` where the key is damaged.
    init(from reader: inout TableKeyReader) throws(EventStoreError)
}

extension TableKey {
    /// The bytes of the key.
    @usableFromInline var bytes: [UInt8] { packed.bytes }

    /// The key as it is looked for in memory.
    @inlinable var packed: PackedKey {
        var writer = TableKeyWriter()
        write(to: &writer)
        return writer.key
    }

    /// Reads a key that fills the bytes.
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
    /// - Parameter reader: Gives the number.
    /// - Throws: ``EventStoreError`` where the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) { self = try reader.number() }
}

extension EventID: TableKey {
    /// Writes the id.
    @inlinable
    public func write(to writer: inout TableKeyWriter) { writer.id(self) }

    /// Reads an id.
    ///
    /// - Parameter reader: Gives the id.
    /// - Throws: ``EventStoreError`` where the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) { self = try reader.id() }
}

extension String: TableKey {
    /// Writes the text.
    public func write(to writer: inout TableKeyWriter) { writer.text(self) }

    /// Reads a text.
    ///
    /// - Parameter reader: Gives the text.
    /// - Throws: ``EventStoreError`` where the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) { self = try reader.text() }
}

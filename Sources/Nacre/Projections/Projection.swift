/// A function over the log that maintains a read model.
public protocol Projection: Sendable {
    /// The name of the projection and of its read model: 1 to 64 bytes.
    var name: String { get }

    /// The schema version.
    ///
    /// Raise it whenever the meaning of the rows changes: a model of another version is rebuilt.
    var schemaVersion: Int { get }

    /// The events that the projection applies.
    ///
    /// The query is recorded with the read model, as the ``tables`` are. Raise the schema version if it changes.
    var query: Query { get }

    // PROJ-15: A projection declares its tables, and uses no others.
    /// The tables of the read model, with their indexes: the ``Table/definition`` of each ``Table``.
    ///
    /// Only these tables can be changed. They are recorded with the read model. Raise the schema version if they
    /// change.
    var tables: [TableDefinition] { get }

    /// Whether each event reads and changes only rows that belong to its own stream.
    ///
    /// If so, a long batch is divided by stream between two threads. The default is `false`.
    ///
    /// This is not checked: if both threads change the same row, one of the changes is lost. A non-unique index has
    /// one entry for each row, so its entries belong to the row's stream. A unique index belongs to one stream only
    /// if its terms do, as the stream's id does: if two streams have the same term, one overwrites the entry of the
    /// other, and the projection does not halt. A count over several streams does not belong to one stream.
    var isPartitionedByStream: Bool { get }

    /// The schema number that new events of a type are written with, for tools that append events; `nil` by default.
    ///
    /// - Parameter type: The type.
    /// - Returns: The schema number; `nil` for a type that the projection's codec does not write.
    func currentSchema(of type: EventType) -> Int?

    /// Applies an event to the read model.
    ///
    /// Skip types that the projection does not know.
    ///
    /// The method must only change rows of the model and have no other effects. It may be called again for the same
    /// event, with the rows as they were before.
    ///
    /// - Parameters:
    ///   - event: The next event that the query matches, in place. Copy what is to be kept.
    ///   - model: The tables after the earlier events. The changes are written together with the checkpoint in one
    ///     transaction.
    /// - Throws: Any error that prevents the event from being applied. The projection halts before the event.
    func apply(_ event: EventView, to model: any ReadModelWriter) throws

    /// Describes a row for reports of differences; by default, its key and its size.
    ///
    /// - Parameters:
    ///   - key: The key of the row.
    ///   - value: The value of the row.
    ///   - table: The table.
    /// - Returns: One line.
    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String

    /// Decodes a row for tools, which compare and print its fields; by default `nil`.
    ///
    /// - Parameters:
    ///   - key: The key of the row.
    ///   - value: The value of the row.
    ///   - table: The table.
    /// - Returns: The row; `nil` for an entry of an index, and if tools know the row only by its description.
    /// - Throws: ``EventStoreError`` if the row cannot be decoded.
    func decodedRow(key: [UInt8], value: [UInt8], in table: UInt8) throws -> DecodedRow?
}

extension Projection {
    /// `nil`: tools know rows only by their descriptions.
    public func decodedRow(key: [UInt8], value: [UInt8], in table: UInt8) throws -> DecodedRow? { nil }

    /// The schema number of new events: `nil`.
    public func currentSchema(of type: EventType) -> Int? { nil }

    /// Whether events only use rows of their own stream: `false`, so all events are applied in order on one thread.
    public var isPartitionedByStream: Bool { false }

    /// The sizes of key and value, and the key in hexadecimal digits.
    public func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        let digits = key.prefix(32).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return """
            a row of \(value.count) bytes in table \(table), under the key \(digits)\(key.count > 32 ? "…" : "") of \
            \(key.count) bytes
            """
    }
}

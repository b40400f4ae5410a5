/// A function over the log that keeps a read model.
public protocol Projection: Sendable {
    /// The name of the projection and of its read model: 1 to 64 bytes.
    var name: String { get }

    /// Raised whenever the rows change their meaning: a model of another version is rebuilt.
    var schemaVersion: Int { get }

    /// Which events the projection is shown.
    ///
    /// Like ``tables``, it is recorded with the read model: where it changes, the schema version is raised.
    var query: Query { get }

    /// The tables that the projection keeps, with their indexes: the ``Table/definition`` of each ``Table``.
    ///
    /// No others can be changed. They are recorded with the read model: where they change, the schema version is raised.
    var tables: [TableDefinition] { get }

    /// Whether an event changes rows that belong to its own stream alone, and looks at no others: then the streams of a
    /// long batch are divided between two threads. `false` where it is not said.
    ///
    /// Nothing holds a projection to it: of a row that both threads change, one change is lost. An index that is not
    /// unique has an entry a row, and belongs to the row's stream. A unique one does where its terms are of one stream alone,
    /// as its id is: of two streams that have one term, one would take it from the other, and nothing would halt. A count
    /// over several streams belongs to none.
    var isByStream: Bool { get }

    /// The schema of which events of a type are written today, for tools that append one; `nil` where it is not said.
    ///
    /// - Parameter type: The type.
    /// - Returns: The number of the schema; `nil` for a type that the projection's codec does not write.
    func presentSchema(of type: EventType) -> Int?

    /// Applies an event to the read model.
    ///
    /// Types that the projection does not know are passed over.
    ///
    /// It changes rows, and nothing else of the model, and may be run again for the same event, on the rows as they were
    /// before.
    ///
    /// - Parameters:
    ///   - event: The next event that the query matches, where it lies: what is kept of it is copied out.
    ///   - model: The tables as the events before have left them. What is changed is written with the checkpoint, in one
    ///     transaction.
    /// - Throws: Whatever makes it impossible to apply the event: the projection halts before it.
    func apply(_ event: EventView, to model: any ReadModelWriter) throws

    /// A row in words, for reports of differences; its key and its size where it is not said.
    ///
    /// - Parameters:
    ///   - key: The key of the row.
    ///   - value: The value of the row.
    ///   - table: The table.
    /// - Returns: One line.
    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String
}

extension Projection {
    /// Nothing is said.
    public func presentSchema(of type: EventType) -> Int? { nil }

    /// Nothing is known: all events are applied one behind the other.
    public var isByStream: Bool { false }

    /// The sizes of key and value, and the key in hexadecimal digits.
    public func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        let digits = key.prefix(32).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return """
            a row of \(value.count) bytes in table \(table), under the key \(digits)\(key.count > 32 ? "…" : "") of \
            \(key.count) bytes
            """
    }
}

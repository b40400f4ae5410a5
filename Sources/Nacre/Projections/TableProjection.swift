/// A projection with typed tables and decoded events: it only needs to declare how an event changes the rows.
///
/// ```swift
/// struct Accounts: TableProjection {
///     struct Row: Codable { var owner: String, email: String, cents: Int }
///
///     static let accounts = Table<String, Row>().unique(\.email).indexed(\.owner, \.cents)
///     static let tables: TableSet = [accounts]
///
///     func apply(_ event: AccountEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {
///         let id = recorded.stream.id
///         switch event {
///         case .opened(let owner, let email):
///             try tables.accounts.insert(Row(owner: owner, email: email, cents: 0), at: id)
///         case .deposited(let cents): try tables.accounts.update(id) { $0.cents += cents }
///         case .withdrawn(let cents): try tables.accounts.update(id) { $0.cents -= cents }
///         }
///     }
/// }
/// ```
///
/// By default the name is the type's in lower case, the query is the events' category, and the schema version is 1.
/// Raise ``Projection/schemaVersion`` whenever the meaning or the fields of the rows change: the read model is then
/// rebuilt.
public protocol TableProjection: Projection {
    /// The type of the decoded events.
    associatedtype Event: Sendable

    /// The name of the projection and of its read model: 1 to 64 bytes.
    static var name: String { get }

    /// The tables of the read model.
    static var tables: TableSet { get }

    /// Decodes an event; `nil` to skip it.
    ///
    /// - Parameter recorded: The event as recorded in the log.
    /// - Returns: The decoded event.
    /// - Throws: Any error that prevents the event from being decoded. The projection halts before the event.
    func decode(_ recorded: EventView) throws -> Event?

    /// Applies an event to the read model.
    ///
    /// The method must only change rows and have no other effects. It may be called again for the same event, with
    /// the rows as they were before.
    ///
    /// - Parameters:
    ///   - event: The decoded event.
    ///   - recorded: The event as recorded in the log: its stream, position, version and time.
    ///   - tables: The tables after the earlier events.
    /// - Throws: Any error that prevents the event from being applied. The projection halts before the event.
    func apply(_ event: Event, _ recorded: EventView, to tables: MutableTables<Self>) throws
}

extension TableProjection {
    /// The name of the type, in lower case.
    public static var name: String { String(describing: Self.self).lowercased() }

    /// The name of the projection and of its read model.
    public var name: String { Self.name }

    /// The schema version: 1.
    public var schemaVersion: Int { 1 }

    /// The definitions of the tables.
    public var tables: [TableDefinition] { Self.tables.definitions }

    /// Decodes the event, and applies it.
    @inlinable
    public func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        guard let happened = try decode(event) else { return }
        try apply(happened, event, to: MutableTables(model))
    }

    /// Describes the fields of a row, or an index entry.
    public func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        Self.tables.describe(key: key, value: value, in: table)
    }

    /// Decodes a row of a table; `nil` for an entry of an index.
    public func decodedRow(key: [UInt8], value: [UInt8], in table: UInt8) throws -> DecodedRow? {
        try Self.tables.decodedRow(key: key, value: value, in: table)
    }

    /// The error for a table that the projection does not declare; `nil` if it does.
    @inlinable
    static func refusal<Key, Row>(of table: Table<Key, Row>) -> EventStoreError? {
        tables.contains(table) ? nil : undeclared(table)
    }

    @usableFromInline
    static func undeclared<Key, Row>(_ table: Table<Key, Row>) -> EventStoreError {
        .invalid(
            """
            the table of \(Table<Key, Row>.rowName), number \(table.number), is not declared by projection \(quoted(name)): add it \
            to `static let tables: TableSet`
            """)
    }
}

extension TableProjection where Event: StoredEvent {
    /// All events of the category.
    public var query: Query { .categories(Event.category) }

    /// The schema number that the events' codec writes.
    public func currentSchema(of type: EventType) -> Int? { Event.codec.currentSchema(of: type) }

    /// Decodes an event with the codec of its type.
    ///
    /// Events of unknown types are skipped.
    @inlinable
    public func decode(_ recorded: EventView) throws -> Event? { try Event.codec.decode(recorded) }
}

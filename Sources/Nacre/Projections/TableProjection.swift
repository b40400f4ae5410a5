/// A projection whose read model is tables of typed rows, and that is handed its events decoded: it writes how an
/// event changes them, and little else.
///
/// ```swift
/// struct Accounts: TableProjection {
///     struct Account: Codable { var owner: String; var email: String; var balance: Int }
///
///     static let accounts = Table<String, Account>().unique(\.email).indexed(\.owner)
///     static let tables: TableSet = [accounts]
///
///     func apply(_ event: AccountEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {
///         switch event {
///         case .opened(let owner, let email):
///             try tables.accounts.insert(Account(owner: owner, email: email, balance: 0), at: recorded.stream.id)
///         case .deposited(let amount):
///             try tables.accounts.update(recorded.stream.id) { $0.balance += amount }
///         }
///     }
/// }
/// ```
///
/// Its name is the type's, in lower case; its query is the events' category; its schema version is 1. Each can be
/// said otherwise. Raise ``Projection/schemaVersion`` whenever the rows change their meaning or their fields: the
/// read model is rebuilt then.
public protocol TableProjection: Projection {
    /// The events that it is handed.
    associatedtype Event: Sendable

    /// The name of the projection and of its read model: 1 to 64 bytes.
    static var name: String { get }

    /// The tables of the read model.
    static var tables: TableSet { get }

    /// Reads an event; `nil` for one that the projection passes over.
    ///
    /// - Parameter recorded: The event as the log holds it.
    /// - Returns: What has happened.
    /// - Throws: What makes it impossible to read the event: the projection halts before it.
    func decode(_ recorded: EventView) throws -> Event?

    /// Applies an event to the read model.
    ///
    /// It changes rows, and nothing else, and may be run again for the same event, on the rows as they were before.
    ///
    /// - Parameters:
    ///   - event: What has happened.
    ///   - recorded: The event as the log holds it: its stream, position, version and time.
    ///   - tables: The tables as the events before have left them.
    /// - Throws: Whatever makes it impossible to apply the event: the projection halts before it.
    func apply(_ event: Event, _ recorded: EventView, to tables: MutableTables<Self>) throws
}

extension TableProjection {
    /// The name of the type, in lower case.
    public static var name: String { String(describing: Self.self).lowercased() }

    /// The name of the projection and of its read model.
    public var name: String { Self.name }

    /// The first version.
    public var schemaVersion: Int { 1 }

    /// What is declared of the tables.
    public var tables: [TableDefinition] { Self.tables.definitions }

    /// Hands the event over, decoded.
    @inlinable
    public func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        guard let happened = try decode(event) else { return }
        try apply(happened, event, to: MutableTables(model))
    }

    /// The fields of a row, or what an entry of an index finds.
    public func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        Self.tables.describe(key: key, value: value, in: table)
    }

    /// Why a table is not looked at in the projection's read model; `nil` if it is.
    @inlinable
    static func refusal<Key, Row>(of table: Table<Key, Row>) -> EventStoreError? {
        tables.contains(table) ? nil : undeclared(table)
    }

    @usableFromInline
    static func undeclared<Key, Row>(_ table: Table<Key, Row>) -> EventStoreError {
        .invalid(
            """
            the table of \(Table<Key, Row>.rowName), of number \(table.number), is not declared by projection \(quoted(name)): name \
            it in `static let tables: TableSet`
            """)
    }
}

extension TableProjection where Event: StoredEvent {
    /// All events of the category.
    public var query: Query { .categories(Event.category) }

    /// What the codec of the events says.
    public func presentSchema(of type: EventType) -> Int? { Event.codec.presentSchema(of: type) }

    /// Reads an event by the codec of its type; one of a foreign type is passed over.
    @inlinable
    public func decode(_ recorded: EventView) throws -> Event? { try Event.codec.decode(recorded) }
}

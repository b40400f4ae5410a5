/// Stores an enum of events by its `Codable` conformance: no type and no field is named twice.
///
/// A ``StoredEvent`` that is `Codable` has this codec without naming it:
///
/// ```swift
/// enum AccountEvent: Codable, StoredEvent {
///     static let category = "account"
///
///     case opened(owner: String, limit: Decimal?)
///     case deposited(amount: Int)
///     case closed
/// }
/// ```
///
/// | event | type | data |
/// |---|---|---|
/// | `.opened(owner: "ada", limit: nil)` | `AccountOpened` | `{"owner":"ada"}` |
/// | `.deposited(amount: 5)` | `AccountDeposited` | `{"amount":5}` |
/// | `.closed` | `AccountClosed` | `{}` |
///
/// The type is the category and the name of the case, each beginning with a capital; ``StoredEvent/storedTypes`` says
/// otherwise where a name has changed. The data is a JSON object without white space, its keys the labels in the order of
/// declaration. Values without labels:
///
/// | case | data |
/// |---|---|
/// | `moved(Place)`, where `Place` is a struct | the fields of the struct: `{"x":1,"y":2}` |
/// | `moved(Place?)` | a field of its own: `{"value":{"x":1,"y":2}}`, or `{}` |
/// | `counted(Int)`, and any other value that is no object | a field of its own: `{"value":5}` |
/// | `moved(Int, Int)`, `moved(Place, by: String)` | numbered: `{"_0":1,"_1":2}`, `{"_0":{…},"by":"ada"}` |
///
/// Give labels to values that are numbered: their order is all that says what they mean.
///
/// | Swift | JSON |
/// |---|---|
/// | `Instant`, `Date` | `"2017-04-20T11:13:14.123Z"`; a `Date` with 0, 3, 6 or 9 decimals, the fewest that give it again |
/// | `CalendarDay` | `"2017-04-20"` |
/// | `UUID`, `EventID` | 36 characters, in lower case |
/// | `Decimal` | a number, in all its digits |
/// | `Data` | Base64 |
/// | `URL` | its absolute text |
/// | a dictionary of texts | an object, its keys sorted by bytes |
/// | `nil` | the field is left out |
///
/// Other types are what their own `Codable` conformance says. A set has another order in each process.
///
/// What is read must have the fields that it needs, once each and of their kind. Fields that are not asked for are judged
/// by the grammar of JSON and passed over, so that events may gain fields: give a case an optional value. Objects and
/// arrays nest 64 levels at most.
///
/// Reading takes a copy of the data and an index of its values; a ``TypedEventCodec``, written by hand or by a macro,
/// reads where the data lies and is several times faster.
public struct CodableEventCodec<Event: StoredEvent & Codable>: EventCodec {
    private let table: Result<CodableEventTable, EventDeclarationError>

    /// Makes the codec of an enum, which costs a look into a table: what the enum says is judged once.
    public init() {
        table = CodableEventTable.shared(for: Event.self)
    }

    /// Writes an event down.
    ///
    /// - Parameter event: What has happened.
    /// - Returns: Its type, schema number, data and tags.
    /// - Throws: ``EventDeclarationError`` where the enum's declaration is wrong; ``EventEncodingError`` where a value
    ///   has no form in JSON.
    public func encode(_ event: Event) throws -> EventData {
        let table = try table.get()
        let encoding = CaseEncoding()
        do {
            try event.encode(to: CaseEncoder(encoding: encoding))
            guard let name = encoding.name, !encoding.isOther else {
                throw EventDeclarationError.notAnEnum(Event.self)
            }
            let stored = table.stored(name)
            return EventData(
                type: stored.type, schema: stored.schema, tags: event.tags, data: try encoding.payload.finished())
        } catch let error as EventDeclarationError {
            throw error
        } catch {
            throw EventEncodingError(table.stored(encoding.name ?? "").type, error)
        }
    }

    /// The schema of which events of a type are written today; `nil` where the enum's declaration is wrong, too.
    ///
    /// - Parameter type: The type.
    /// - Returns: The number of the schema; `nil` for a type that is none of the enum's.
    public func presentSchema(of type: EventType) -> Int? { (try? table.get())?.presentSchema(of: type) }

    /// The schemas that are no longer written and whose data upcasters rewrite; none where the enum's declaration is wrong.
    public var upcastSchemas: [EventSchema] { (try? table.get())?.upcastSchemas ?? [] }

    /// Reads an event.
    ///
    /// - Parameter recorded: The event as the log holds it.
    /// - Returns: What has happened; `nil` where the type is none of the enum's.
    /// - Throws: ``EventDecodingError`` where the type is the enum's own and the data cannot be read, where the event is
    ///   of a newer schema than is known here, and where the enum's declaration is wrong.
    /// - Complexity: O(*n*) in the bytes of the data.
    public func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> Event? {
        try decode(recorded.view, data: recorded.data)
    }

    /// Reads an event where it lies.
    ///
    /// - Parameter event: The event as the log holds it.
    /// - Returns: What has happened; `nil` where the type is none of the enum's.
    /// - Throws: ``EventDecodingError`` where the type is the enum's own and the data cannot be read, where the event is
    ///   of a newer schema than is known here, and where the enum's declaration is wrong.
    /// - Complexity: O(*n*) in the bytes of the data, of which a copy is made.
    public func decode(_ event: EventView) throws(EventDecodingError) -> Event? {
        try decode(event, data: nil)
    }

    /// Reads an event, of whose data there may be a copy already.
    private func decode(_ event: EventView, data: [UInt8]?) throws(EventDecodingError) -> Event? {
        let table: CodableEventTable
        switch self.table {
        case .success(let found): table = found
        case .failure(let error):
            throw EventDecodingError(.invalidDeclaration, error.message, in: event, cause: error)
        }
        switch try table.find(event) {
        case .foreign: return nil
        case .present(let name): return try read(name, data ?? event.data.array, of: event)
        case .former:
            let upcast = try table.upcast(event)
            return try read(upcast.name, upcast.event.data, of: event)
        }
    }

    private func read(_ name: String, _ data: [UInt8], of event: EventView) throws(EventDecodingError) -> Event {
        do {
            return try Event(from: CaseDecoder(document: JSONDocument(data), name: name))
        } catch {
            throw EventDecodingError(codable: error, as: Event.self, in: event)
        }
    }
}

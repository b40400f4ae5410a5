/// A codec written by hand, with a compact declaration of event types that the compiler checks.
///
/// Encoding switches over the domain's events and decoding switches over the types. An event that is not encoded or a
/// type that is not decoded therefore does not compile, and no type can be declared twice.
///
/// ```swift
/// struct OrderEventCodec: TypedEventCodec {
///     enum Kind: String, EventKind {
///         case placed = "OrderPlaced"
///         case shipped = "OrderShipped"
///     }
///
///     let types = EventTypes<Kind>()
///
///     func encode(_ event: OrderEvent) -> EventData {
///         switch event {
///         case .placed(let customer, let cents):
///             types.event(.placed, tags: ["customer:\(customer)"]) {
///                 $0.text("customer", customer)
///                 $0.integer("cents", cents)
///             }
///         case .shipped: types.event(.shipped)
///         }
///     }
///
///     func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> OrderEvent {
///         switch kind {
///         case .placed: .placed(customer: try fields.text("customer"), cents: try fields.integer("cents"))
///         case .shipped: .shipped
///         }
///     }
/// }
/// ```
///
/// Test with `EventCodecConformance` in NacreTesting, in one line, that each event decodes to an equal one. Declare
/// types whose schema has changed with their ``Upcaster``s in ``EventTypes``.
public protocol TypedEventCodec<Event>: EventCodec {
    // FEAT-10: A codec is an enum of types and two switches.

    /// The event types that the codec knows.
    associatedtype Kind: EventKind

    /// The types with their schema numbers and upcasters.
    var types: EventTypes<Kind> { get }

    /// Decodes the fields of an event.
    ///
    /// Fields that are not requested are only checked for valid JSON syntax, so that events may gain fields.
    ///
    /// - Parameters:
    ///   - kind: The type of the event, which has the current schema of that type.
    ///   - fields: The reader of the fields.
    /// - Returns: The domain event.
    /// - Throws: ``EventDecodingError`` if the data does not fit the type.
    func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> Event
}

extension TypedEventCodec {
    /// The schema number that new events of a type are written with.
    public func currentSchema(of type: EventType) -> Int? { types.table.currentSchema(of: type) }

    /// The schemas that are no longer written, with data that upcasters rewrite.
    public var upcastSchemas: [EventSchema] { types.table.upcastSchemas }

    /// Decodes an event.
    ///
    /// - Parameter recorded: The event as recorded in the log.
    /// - Returns: The domain event; `nil` if the type is unknown to the codec.
    /// - Throws: ``EventDecodingError`` if the type is known but the data cannot be decoded, or its schema is newer
    ///   than the current one.
    /// - Complexity: O(*n*) in the bytes of the data.
    @inlinable
    public func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> Event? {
        try decode(recorded.view)
    }

    /// Decodes an event in place, without a copy.
    ///
    /// - Parameter event: The event as recorded in the log.
    /// - Returns: The domain event; `nil` if the type is unknown to the codec.
    /// - Throws: ``EventDecodingError`` if the type is known but the data cannot be decoded, or its schema is newer
    ///   than the current one.
    /// - Complexity: O(*n*) in the bytes of the data. Only the strings of the event are allocated.
    @inlinable
    public func decode(_ event: EventView) throws(EventDecodingError) -> Event? {
        let types = types
        switch try types.table.find(event) {
        case .foreign:
            return nil
        case .present(let index):
            var fields = EventFields(of: event)
            let result = try decode(types.kinds[index], &fields)
            try fields.end()
            return result
        case .former:
            let upcast = try types.table.upcast(event)
            var fields = EventFields(of: EventView(event, upcastTo: upcast.event))
            let result = try decode(types.kinds[upcast.index], &fields)
            try fields.end()
            return result
        }
    }
}

/// A codec in which the declaration of an event type is one short place that the compiler checks.
///
/// What is written is found by a switch over the domain's events, what is read by one over the types, so an event that
/// nothing writes and a type that nothing reads do not compile; and no type can be declared twice.
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
///         case .placed(let product, let count):
///             types.event(.placed, tags: ["product:\(product)"]) {
///                 $0.text("product", product)
///                 $0.integer("count", count)
///             }
///         case .shipped: types.event(.shipped)
///         }
///     }
///
///     func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> OrderEvent {
///         switch kind {
///         case .placed: .placed(try fields.text("product"), count: try fields.integer("count"))
///         case .shipped: .shipped
///         }
///     }
/// }
/// ```
///
/// That each event comes back equal is for a test to say, and `EventCodecConformance` in NacreTesting says it in a line.
/// Types whose schema has changed are declared with their ``Upcaster``s, when the codec's ``EventTypes`` are made.
public protocol TypedEventCodec<Event>: EventCodec {
    /// The types of events that the codec knows.
    associatedtype Kind: EventKind

    /// The types with their schema numbers, and how older events become what is read.
    var types: EventTypes<Kind> { get }

    /// Reads the fields of an event.
    ///
    /// Fields that are not asked for are judged by the grammar of JSON and passed over, so that events may gain fields.
    ///
    /// - Parameters:
    ///   - kind: The type of the event, which is of that type's present schema.
    ///   - fields: What to read from.
    /// - Returns: What has happened.
    /// - Throws: ``EventDecodingError`` where the data is not what the type should have.
    func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> Event
}

extension TypedEventCodec {
    /// The schema of which events of a type are written today.
    public func presentSchema(of type: EventType) -> Int? { types.table.presentSchema(of: type) }

    /// The schemas that are no longer written and whose data upcasters rewrite.
    public var upcastSchemas: [EventSchema] { types.table.upcastSchemas }

    /// Reads an event.
    ///
    /// - Parameter recorded: The event as the log holds it.
    /// - Returns: What has happened; `nil` where the type is foreign to the domain.
    /// - Throws: ``EventDecodingError`` where the type is the domain's own and the data cannot be read, and where the
    ///   event is of a newer schema than is known here.
    /// - Complexity: O(*n*) in the bytes of the data.
    @inlinable
    public func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> Event? {
        try decode(recorded.view)
    }

    /// Reads an event where it lies, without a copy.
    ///
    /// - Parameter event: The event as the log holds it.
    /// - Returns: What has happened; `nil` where the type is foreign to the domain.
    /// - Throws: ``EventDecodingError`` where the type is the domain's own and the data cannot be read, and where the
    ///   event is of a newer schema than is known here.
    /// - Complexity: O(*n*) in the bytes of the data; nothing is allocated but the texts of the event.
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

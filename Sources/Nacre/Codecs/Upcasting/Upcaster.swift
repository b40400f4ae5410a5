/// Converts events from one schema or type to a later one when they are read.
///
/// Stored events are never rewritten. Old events remain readable through a chain of upcasters; each makes the fields
/// of the next schema from those of the previous schema.
///
/// ```swift
/// let upcaster = Upcaster("OrderPlaced", from: 1) { old, new in
///     new.text("customer", try old.text("customer"))
///     new.integer("cents", try old.integer("euros") * 100)
/// }
/// ```
public struct Upcaster: Sendable {
    /// Writes new fields from the old ones.
    ///
    /// Fields that it does not write are dropped. The tags stay the same unless it changes them.
    public typealias Rewrite = @Sendable (_ old: inout EventFields, _ new: inout FieldWriter) throws -> Void

    let source: EventSchema
    let target: EventSchema
    private let rewrite: Rewrite?

    /// Whether the upcaster rewrites the data, instead of only renaming the type.
    var isRewriting: Bool { rewrite != nil }

    /// Creates an upcaster to a later schema of the same type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - schema: The source schema.
    ///   - next: The target schema; by default the next one.
    ///   - rewrite: Reads the old fields and writes the new ones.
    public init(_ type: EventType, from schema: Int, to next: Int? = nil, _ rewrite: @escaping Rewrite) {
        source = EventSchema(type: type, schema: schema)
        target = EventSchema(type: type, schema: next ?? schema + 1)
        self.rewrite = rewrite
    }

    /// Creates an upcaster from a type that is no longer written to another type.
    ///
    /// - Parameters:
    ///   - type: The type that is no longer written.
    ///   - schema: The source schema.
    ///   - next: The target type.
    ///   - nextSchema: The target schema.
    ///   - rewrite: Reads the old fields and writes the new ones. If it is omitted, data and tags are unchanged.
    public init(
        _ type: EventType, from schema: Int, becoming next: EventType, of nextSchema: Int = 1,
        _ rewrite: Rewrite? = nil
    ) {
        source = EventSchema(type: type, schema: schema)
        target = EventSchema(type: next, schema: nextSchema)
        self.rewrite = rewrite
    }

    /// Applies the upcaster.
    func apply(to event: EventView) throws(EventDecodingError) -> UpcastEvent {
        guard let rewrite else { return UpcastEvent(place: target, tags: event.tags, data: event.data.array) }
        var fields = EventFields(of: event)
        var writer = FieldWriter(tags: event.tags)
        do {
            try rewrite(&fields, &writer)
            try fields.end()
        } catch {
            throw fields.refusal(error)
        }
        return UpcastEvent(place: target, tags: writer.tags, data: writer.finished())
    }
}

/// The type, schema, tags and data of an event after upcasting.
@usableFromInline
struct UpcastEvent: Sendable {
    let type: EventType
    let schema: Int
    let tags: [Tag]
    let data: [UInt8]

    init(place: EventSchema, tags: [Tag], data: [UInt8]) {
        type = place.type
        schema = place.schema
        self.tags = tags
        self.data = data
    }
}

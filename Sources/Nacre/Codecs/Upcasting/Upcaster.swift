/// A step from an event as it was once written to how it is written later: from one schema of a type to another.
///
/// Stored events are never rewritten. What was written once is read for good, through as many steps as it takes: each
/// makes the fields of the next schema from those of the one before.
///
/// ```swift
/// Upcaster("OrderPlaced", from: 1) { old, new in
///     new.text("product", try old.text("item"))
///     new.integer("count", 1)
/// }
/// ```
public struct Upcaster: Sendable {
    /// Makes new fields of old ones.
    ///
    /// Those that it does not write are gone. The tags are the old ones until it changes them.
    public typealias Rewrite = @Sendable (_ old: inout EventFields, _ new: inout FieldWriter) throws -> Void

    let source: EventSchema
    let target: EventSchema
    private let rewrite: Rewrite?

    /// Whether the step makes other data, and not only another type.
    var isRewriting: Bool { rewrite != nil }

    /// Makes a step to a later schema of the same type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - schema: The schema that the step begins with.
    ///   - next: The schema that it leads to; the next one where it is left out.
    ///   - rewrite: Reads the old fields and writes the new ones.
    public init(_ type: EventType, from schema: Int, to next: Int? = nil, _ rewrite: @escaping Rewrite) {
        source = EventSchema(type: type, schema: schema)
        target = EventSchema(type: type, schema: next ?? schema + 1)
        self.rewrite = rewrite
    }

    /// Makes a step from a type that is no longer written to another one.
    ///
    /// - Parameters:
    ///   - type: The type that is no longer written.
    ///   - schema: The schema that the step begins with.
    ///   - next: The type that it becomes.
    ///   - nextSchema: The schema of that type.
    ///   - rewrite: Reads the old fields and writes the new ones; where it is left out, data and tags stay as they are.
    public init(
        _ type: EventType, from schema: Int, becoming next: EventType, of nextSchema: Int = 1,
        _ rewrite: Rewrite? = nil
    ) {
        source = EventSchema(type: type, schema: schema)
        target = EventSchema(type: next, schema: nextSchema)
        self.rewrite = rewrite
    }

    /// Takes the step.
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

/// What upcasting has made of an event's type, schema, tags and data.
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

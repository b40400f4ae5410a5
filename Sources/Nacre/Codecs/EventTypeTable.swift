/// The types that a codec reads: what of them is present, and what becomes it.
@usableFromInline
final class EventTypeTable: Sendable {
    /// A type that is written today.
    struct Declared {
        let name: String
        let schema: Int
    }

    /// What an event is to the codec.
    @usableFromInline
    enum Place {
        /// Of a type that the codec does not know.
        case foreign

        /// Of the present schema of the declared type with this index.
        case present(Int)

        /// Of a schema or type that is no longer written.
        case former
    }

    /// A type that is or was written.
    private struct Entry {
        let type: EventType
        /// The index of the type among those declared; `nil` where it is no longer written.
        let index: Int?
        /// The present schema; of a type that is no longer written, the last one.
        let schema: Int
    }

    private let entries: [Entry]
    private let steps: [Upcaster.Place: Upcaster]

    /// Makes a table of types of schema 1.
    init(_ declared: [Declared]) {
        entries = declared.enumerated().map { Entry(type: EventType($1.name), index: $0, schema: $1.schema) }
        steps = [:]
    }

    /// Makes a table of types and of the steps that lead to them.
    init(_ declared: [Declared], upcasting upcasters: [Upcaster]) throws(UpcastingError) {
        let plan = try UpcastingPlan(
            present: declared.map { Upcaster.Place(type: EventType($0.name), schema: $0.schema) }, upcasters)
        steps = plan.steps
        entries =
            declared.enumerated().map { Entry(type: EventType($1.name), index: $0, schema: $1.schema) }
            + plan.formerTypes.map { Entry(type: $0.type, index: nil, schema: $0.schema) }
    }

    /// Finds what an event is to the codec.
    ///
    /// - Parameter event: The event.
    /// - Returns: Whether it is foreign, present or to be upcast.
    /// - Throws: ``EventDecodingError`` where it is of a newer schema than is known.
    /// - Complexity: O(*n*) in the number of types; nothing is allocated.
    @usableFromInline
    func find(_ event: EventView) throws(EventDecodingError) -> Place {
        for index in entries.indices where event.typeName.isEqual(to: entries[index].type.text.utf8Span.span) {
            let schema = entries[index].schema
            if event.schema == schema, let declared = entries[index].index { return .present(declared) }
            guard event.schema <= schema else {
                throw EventDecodingError(
                    .newerSchema, "it is of schema \(event.schema), and the newest that is known here is \(schema)",
                    in: event)
            }
            return .former
        }
        return .foreign
    }

    /// Takes all steps from an event of a former schema to a present one.
    ///
    /// - Parameter event: The event.
    /// - Returns: What has become of it, and the index of its type among those declared.
    /// - Throws: ``EventDecodingError`` where a step cannot read what is there.
    @usableFromInline
    func upcast(_ event: EventView) throws(EventDecodingError) -> (event: UpcastEvent, index: Int) {
        try finish(step(from: event).apply(to: event), of: event)
    }

    /// Goes on with an event that has become another one.
    private func finish(
        _ upcast: UpcastEvent, of event: EventView
    ) throws(EventDecodingError) -> (event: UpcastEvent, index: Int) {
        let view = EventView(event, upcastTo: upcast)
        if case .present(let index) = try find(view) { return (upcast, index) }
        return try finish(step(from: view).apply(to: view), of: event)
    }

    private func step(from event: EventView) throws(EventDecodingError) -> Upcaster {
        guard let step = steps[Upcaster.Place(type: event.type, schema: event.schema)] else {
            throw EventDecodingError(.malformed, "no event is of schema \(event.schema)", in: event)
        }
        return step
    }
}

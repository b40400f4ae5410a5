/// The types that a codec reads, with their current schemas and upcasters.
@usableFromInline
final class EventTypeTable: Sendable {
    /// A type that is currently written.
    struct Declared {
        let name: String
        let schema: Int
    }

    /// The classification of an event.
    @usableFromInline
    enum Place {
        /// The type is unknown to the codec.
        case foreign

        /// The event has the current schema of the declared type with this index.
        case present(Int)

        /// The event has a schema or type that is no longer written.
        case former
    }

    /// A type that is or was written.
    private struct Entry {
        /// The offset of its name in `names`.
        let start: Int
        let count: Int
        /// The index of the declared type; `nil` if the type is no longer written.
        let index: Int?
        /// The current schema, or the last one of a type that is no longer written.
        let schema: Int
    }

    /// All names concatenated, so that a lookup reads one block of memory.
    private let names: [UInt8]
    private let entries: [Entry]
    private let steps: [EventSchema: Upcaster]

    /// The error in the declaration of the types.
    ///
    /// The table is then empty.
    private let failure: EventDeclarationError?

    /// Creates a table for an invalid declaration, which cannot read any event.
    init(failing failure: EventDeclarationError) {
        (names, entries, steps) = ([], [], [:])
        self.failure = failure
    }

    /// Creates a table of types, each with an upcaster from every earlier schema.
    convenience init(_ declared: [Declared], through upcasters: [Upcaster] = []) {
        let steps = Dictionary(upcasters.map { ($0.source, $0) }) { first, _ in first }
        self.init(declared, former: [], steps: steps)
    }

    /// Creates a table of types and of the upcasters that lead to them.
    convenience init(_ declared: [Declared], upcasting upcasters: [Upcaster]) throws(UpcastingError) {
        let plan = try UpcastingPlan(
            present: declared.map { EventSchema(type: EventType($0.name), schema: $0.schema) }, upcasters)
        self.init(declared, former: plan.formerTypes, steps: plan.steps)
    }

    private init(_ declared: [Declared], former: [EventSchema], steps: [EventSchema: Upcaster]) {
        var names: [UInt8] = []
        var entries: [Entry] = []
        func add(_ name: String, index: Int?, schema: Int) {
            entries.append(Entry(start: names.count, count: name.utf8.count, index: index, schema: schema))
            names.append(contentsOf: name.utf8)
        }
        for (index, type) in declared.enumerated() { add(type.name, index: index, schema: type.schema) }
        for type in former { add(type.type.text, index: nil, schema: type.schema) }
        self.names = names
        self.entries = entries
        self.steps = steps
        failure = nil
    }

    /// The schema number that new events of a type are written with; `nil` if the type is not declared.
    func currentSchema(of type: EventType) -> Int? {
        let name = type.text.utf8Span.span
        return entries.first { $0.index != nil && isName(of: $0, name) }?.schema
    }

    /// The types and schemas that are no longer written and that an upcaster rewrites, sorted.
    var upcastSchemas: [EventSchema] {
        steps.filter(\.value.isRewriting).keys.sorted { ($0.type, $0.schema) < ($1.type, $1.schema) }
    }

    /// Classifies an event.
    ///
    /// - Parameter event: The event.
    /// - Returns: Whether it is unknown, current or to be upcast.
    /// - Throws: ``EventDecodingError`` if its schema is newer than the current one, or the types are declared
    ///   incorrectly.
    /// - Complexity: O(*n*) in the number of types, without allocations.
    @usableFromInline
    func find(_ event: EventView) throws(EventDecodingError) -> Place {
        for entry in entries where isName(of: entry, event.typeName) {
            if event.schema == entry.schema, let declared = entry.index { return .present(declared) }
            guard event.schema <= entry.schema else {
                throw EventDecodingError(
                    .newerSchema,
                    "it has schema \(event.schema), the newest that this program knows is \(entry.schema)", in: event)
            }
            return .former
        }
        // Without a valid declaration every type would look foreign, which would hide the mistake.
        if let failure { throw EventDecodingError(.invalidDeclaration, failure.message, in: event, cause: failure) }
        return .foreign
    }

    @inline(__always)
    private func isName(of entry: Entry, _ name: Span<UInt8>) -> Bool {
        guard entry.count == name.count else { return false }
        for index in name.indices where names[entry.start + index] != name[index] { return false }
        return true
    }

    /// Applies all upcasters from a former schema to a current one.
    ///
    /// - Parameter event: The event.
    /// - Returns: The upcast event, and the index of its declared type.
    /// - Throws: ``EventDecodingError`` if an upcaster cannot read the event.
    @usableFromInline
    func upcast(_ event: EventView) throws(EventDecodingError) -> (event: UpcastEvent, index: Int) {
        try finish(step(from: event).apply(to: event), of: event)
    }

    /// Continues with an event that has been upcast.
    private func finish(
        _ upcast: UpcastEvent, of event: EventView
    ) throws(EventDecodingError) -> (event: UpcastEvent, index: Int) {
        // The recursion ends, because a plan of upcasters has no cycles.
        let view = EventView(event, upcastTo: upcast)
        if case .present(let index) = try find(view) { return (upcast, index) }
        return try finish(step(from: view).apply(to: view), of: event)
    }

    private func step(from event: EventView) throws(EventDecodingError) -> Upcaster {
        guard let step = steps[EventSchema(type: event.type, schema: event.schema)] else {
            throw EventDecodingError(.malformed, "no event has schema \(event.schema)", in: event)
        }
        return step
    }
}

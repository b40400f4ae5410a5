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
        /// Where its name stands in `names`.
        let start: Int
        let count: Int
        /// The index of the type among those declared; `nil` where it is no longer written.
        let index: Int?
        /// The present schema; of a type that is no longer written, the last one.
        let schema: Int
    }

    /// The bytes of all names, one behind the other: looking for one touches one piece of memory.
    private let names: [UInt8]
    private let entries: [Entry]
    private let steps: [EventSchema: Upcaster]

    /// What is wrong with the declaration of the types, which then are none.
    private let failure: EventDeclarationError?

    /// Makes a table of a declaration that is wrong: nothing can be read by it.
    init(failing failure: EventDeclarationError) {
        (names, entries, steps) = ([], [], [:])
        self.failure = failure
    }

    /// Makes a table of types, each with a step from every schema before its own.
    convenience init(_ declared: [Declared], through upcasters: [Upcaster] = []) {
        let steps = Dictionary(upcasters.map { ($0.source, $0) }) { first, _ in first }
        self.init(declared, former: [], steps: steps)
    }

    /// Makes a table of types and of the steps that lead to them.
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

    /// The schema of which events of a type are written; `nil` where it is not declared.
    func presentSchema(of type: EventType) -> Int? {
        let name = type.text.utf8Span.span
        return entries.first { $0.index != nil && isName(of: $0, name) }?.schema
    }

    /// The types and schemas that are no longer written and that a step rewrites, in order.
    var upcastSchemas: [EventSchema] {
        steps.filter(\.value.isRewriting).keys.sorted { ($0.type, $0.schema) < ($1.type, $1.schema) }
    }

    /// Finds what an event is to the codec.
    ///
    /// - Parameter event: The event.
    /// - Returns: Whether it is foreign, present or to be upcast.
    /// - Throws: ``EventDecodingError`` where it is of a newer schema than is known, and where the types are declared
    ///   wrongly.
    /// - Complexity: O(*n*) in the number of types; nothing is allocated.
    @usableFromInline
    func find(_ event: EventView) throws(EventDecodingError) -> Place {
        for entry in entries where isName(of: entry, event.typeName) {
            if event.schema == entry.schema, let declared = entry.index { return .present(declared) }
            guard event.schema <= entry.schema else {
                throw EventDecodingError(
                    .newerSchema,
                    "it is of schema \(event.schema), and the newest that is known here is \(entry.schema)", in: event)
            }
            return .former
        }
        if let failure { throw EventDecodingError(.invalidDeclaration, failure.message, in: event, cause: failure) }
        return .foreign
    }

    @inline(__always)
    private func isName(of entry: Entry, _ name: Span<UInt8>) -> Bool {
        guard entry.count == name.count else { return false }
        for index in name.indices where names[entry.start + index] != name[index] { return false }
        return true
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
        guard let step = steps[EventSchema(type: event.type, schema: event.schema)] else {
            throw EventDecodingError(.malformed, "no event is of schema \(event.schema)", in: event)
        }
        return step
    }
}

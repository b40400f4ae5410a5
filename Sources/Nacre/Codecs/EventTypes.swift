/// The types of a ``TypedEventCodec``: their schema numbers, and how events of older schemas become the present ones.
public struct EventTypes<Kind: EventKind>: Sendable {
    @usableFromInline let kinds: [Kind]
    @usableFromInline let table: EventTypeTable

    /// The schema numbers that are not 1.
    private let schemas: [Kind: Int]

    /// The types that are not the kinds' own texts.
    private let names: [Kind: EventType]

    /// What is wrong with the declaration.
    private let failure: EventDeclarationError?

    /// Declares that every type is of schema 1, as events are where nothing has changed yet.
    public init() {
        kinds = Array(Kind.allCases)
        table = EventTypeTable(kinds.map { EventTypeTable.Declared(name: $0.rawValue, schema: 1) })
        schemas = [:]
        (names, failure) = ([:], nil)
    }

    /// Declares types whose schema has changed, by what makes the fields of each schema of those of the one before.
    ///
    /// A type is of the schema behind its last step: no number is named, so none can be wrong.
    ///
    /// ```swift
    /// let types = EventTypes<Kind>(upcasting: [
    ///     .placed: [{ old, new in new.text("product", try old.text("item")) }]
    /// ])
    /// ```
    ///
    /// - Parameter steps: For each type that is no longer of schema 1 its steps in order, the first from schema 1.
    public init(upcasting steps: [Kind: [Upcaster.Rewrite]]) {
        let schemas = steps.mapValues { $0.count + 1 }
        let upcasters = steps.flatMap { kind, steps in
            steps.enumerated().map { Upcaster(EventType(kind.rawValue), from: $0 + 1, $1) }
        }
        kinds = Array(Kind.allCases)
        table = EventTypeTable(
            kinds.map { EventTypeTable.Declared(name: $0.rawValue, schema: schemas[$0] ?? 1) }, through: upcasters)
        self.schemas = schemas
        (names, failure) = ([:], nil)
    }

    /// Declares types whose schema has changed and types that are no longer written, with what makes present events of
    /// older ones.
    ///
    /// Every schema from 1 to the one before the present must lead on to the present one, and every type that is no
    /// longer written must lead to one that is.
    ///
    /// - Parameters:
    ///   - schemas: The present schema numbers of the types that are no longer of schema 1.
    ///   - upcasters: A step for each type and schema that was ever written and is not the present one, in any order.
    /// - Throws: ``UpcastingError`` where a step is missing, there twice, or leads in a circle.
    public init(schemas: [Kind: Int], upcasting upcasters: [Upcaster]) throws(UpcastingError) {
        kinds = Array(Kind.allCases)
        table = try EventTypeTable(
            kinds.map { EventTypeTable.Declared(name: $0.rawValue, schema: schemas[$0] ?? 1) }, upcasting: upcasters)
        self.schemas = schemas
        (names, failure) = ([:], nil)
    }

    /// Declares the types of an enum as it says by its category and its ``StoredEvent/storedTypes``; the kinds are named
    /// like its cases.
    ///
    /// The codecs that are written by the macro `@StoredEvent` say their types so. What is wrong in the declaration, the
    /// first use of the codec reports.
    ///
    /// - Parameter event: The enum.
    public init(of event: (some StoredEvent).Type) {
        kinds = Array(Kind.allCases)
        do {
            let (stored, table) = try EventTypeTable.table(of: event, cases: kinds.map(\.rawValue))
            self.table = table
            names = Dictionary(uniqueKeysWithValues: zip(kinds, stored.map(\.type)))
            schemas = Dictionary(uniqueKeysWithValues: zip(kinds, stored.map(\.schema))).filter { $0.value != 1 }
            failure = nil
        } catch {
            (names, schemas, failure) = ([:], [:], error)
            table = EventTypeTable(failing: error)
        }
    }

    /// The type of a kind, for queries.
    ///
    /// - Parameter kind: The kind.
    /// - Returns: Its type, as the log has it.
    public func type(of kind: Kind) -> EventType {
        names.isEmpty ? EventType(kind.rawValue) : names[kind] ?? EventType(kind.rawValue)
    }

    /// Throws what is wrong with the declaration.
    func requireDeclared() throws(EventDeclarationError) {
        if let failure { throw failure }
    }

    /// Writes an event down that says everything by its type: its data is an empty JSON object.
    ///
    /// - Parameters:
    ///   - kind: Its type, of which the schema number follows.
    ///   - tags: The tags.
    /// - Returns: The event.
    public func event(_ kind: Kind, tags: [Tag] = []) -> EventData {
        event(kind, tags: tags) { _ in }
    }

    /// Writes an event down as a JSON object, compact, its fields in the order in which they are written.
    ///
    /// - Parameters:
    ///   - kind: Its type, of which the schema number follows.
    ///   - tags: The tags.
    ///   - write: Writes the fields.
    /// - Returns: The event.
    /// - Throws: What `write` throws.
    public func event(
        _ kind: Kind, tags: [Tag] = [], _ write: (inout FieldWriter) throws -> Void
    ) rethrows -> EventData {
        var writer = FieldWriter(tags: tags)
        try write(&writer)
        return EventData(
            type: type(of: kind), schema: schema(of: kind), tags: writer.tags, data: writer.finished())
    }

    /// Writes an event down as the JSON that a `Codable` value makes of itself: convenient, and many times slower.
    ///
    /// - Parameters:
    ///   - kind: Its type, of which the schema number follows.
    ///   - tags: The tags.
    ///   - value: What has happened; ``EventFields/json(_:)`` reads it again.
    /// - Returns: The event, the keys of its data sorted.
    /// - Throws: What the value's own `encode(to:)` throws.
    public func event(_ kind: Kind, tags: [Tag] = [], json value: some Encodable) throws -> EventData {
        try EventData(type: type(of: kind), schema: schema(of: kind), tags: tags, json: value)
    }

    func schema(of kind: Kind) -> Int {
        schemas.isEmpty ? 1 : schemas[kind] ?? 1
    }
}

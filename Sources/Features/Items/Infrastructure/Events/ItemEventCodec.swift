import DomainKit
public import ItemsDomain
public import Nacre

/// The codec for items' events: between domain events and their stored form.
///
/// | type | schema | data |
/// |---|---|---|
/// | `ItemCreated` | 2, with an owner | `{"name": string, "owner": uuid}` |
/// | `ItemCreated` | 1, without an owner | `{"name": string}` |
/// | `ItemRenamed` | 1 | `{"name": string}` |
/// | `ItemCompleted`, `ItemReopened`, `ItemDeleted` | 1 | `{}` |
///
/// In schema 2, a missing or `null` owner is none.
public struct ItemEventCodec: EventCodec {
    // FEAT-30: `ItemCreated` is written with schema 2 only for an owner, and schema 1 is read in place.

    private static let creation = StoredItemEvent.codec.types.type(of: .created)

    /// The schema of `ItemCreated` that has an owner.
    private static let ownedSchema = 2

    private let stored = StoredItemEvent.codec

    /// Creates a codec.
    public init() {}

    /// The newest schema number that events of a type are written with.
    ///
    /// - Parameter type: The type.
    /// - Returns: The schema number; `nil` for a type that is not an item's.
    public func currentSchema(of type: EventType) -> Int? {
        type == Self.creation ? Self.ownedSchema : stored.currentSchema(of: type)
    }

    /// Encodes an event.
    ///
    /// - Parameter event: The event.
    /// - Returns: Its type, schema and data.
    /// - Throws: Never for these events.
    public func encode(_ event: ItemEvent) throws -> EventData {
        switch event {
        case .created(let name, nil): return try stored.encode(.created(name: name))
        case .created(let name, let owner?):
            var written = stored.types.event(.created) {
                $0.text("name", name)
                $0.text("owner", owner.eventID.description)
            }
            written.schema = Self.ownedSchema
            return written
        case .renamed(let name): return try stored.encode(.renamed(name: name))
        case .completed: return try stored.encode(.completed)
        case .reopened: return try stored.encode(.reopened)
        case .deleted: return try stored.encode(.deleted)
        }
    }

    /// Decodes an event.
    ///
    /// - Parameter recorded: The event as recorded in the log.
    /// - Returns: The event; `nil` if the type is not an item's.
    /// - Throws: `EventDecodingError` if the data does not fit the type, or its schema is newer than the current one.
    public func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> ItemEvent? {
        try decode(recorded.view)
    }

    /// Decodes an event in place.
    ///
    /// - Parameter event: The event as recorded in the log.
    /// - Returns: The event; `nil` if the type is not an item's.
    /// - Throws: `EventDecodingError` if the data does not fit the type, or its schema is newer than the current one.
    public func decode(_ event: EventView) throws(EventDecodingError) -> ItemEvent? {
        guard event.schema > 1, event.type == Self.creation else { return try stored.decode(event).map(ItemEvent.init) }
        guard event.schema == Self.ownedSchema else {
            throw EventDecodingError(
                .newerSchema,
                "it has schema \(event.schema), the newest that this program knows is \(Self.ownedSchema)", in: event)
        }
        var fields = EventFields(of: event)
        let name = try fields.text("name")
        let owner = try fields.textIfPresent("owner")
        try fields.end()
        guard let owner else { return .created(name: name) }
        guard let id = EventID(owner) else {
            throw EventDecodingError(.malformed, "its owner \(DisplayedText(owner)) is not a UUID", in: event)
        }
        return .created(name: name, owner: ItemOwner(bytes: id))
    }
}

extension ItemEvent {
    fileprivate init(_ event: StoredItemEvent) {
        self =
            switch event {
            case .created(let name): .created(name: name)
            case .renamed(let name): .renamed(name: name)
            case .completed: .completed
            case .reopened: .reopened
            case .deleted: .deleted
            }
    }
}

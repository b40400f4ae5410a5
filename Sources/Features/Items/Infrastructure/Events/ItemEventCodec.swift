public import DomainKit
public import ItemsDomain
public import Nacre

/// The codec for items' events: between domain events and their stored form.
///
/// | type | schema | data |
/// |---|---|---|
/// | `ItemCreated` | 3, with an owner, sealed | `{"name": sealed, "owner": uuid}` |
/// | `ItemCreated` | 2, with an owner, not sealed | `{"name": string, "owner": uuid}` |
/// | `ItemCreated` | 1, without an owner | `{"name": string}` |
/// | `ItemRenamed` | 2, with an owner, sealed | `{"name": sealed, "owner": uuid}` |
/// | `ItemRenamed` | 1 | `{"name": string}` |
/// | `ItemCompleted`, `ItemReopened`, `ItemDeleted`, `ItemRestored` | 1 | `{}` |
///
/// In schema 2 of `ItemCreated`, a missing or `null` owner is none. A sealed name whose owner's key was erased is read
/// as `ItemEvent.erased`.
public struct ItemEventCodec: EventCodec {
    // FEAT-30: `ItemCreated` is written with schema 2 only for an owner, and schema 1 is read in place.
    // FEAT-41: Names of items that have an owner are sealed.

    private static let creation = StoredItemEvent.codec.types.type(of: .created)
    private static let renaming = StoredItemEvent.codec.types.type(of: .renamed)

    /// The schema of `ItemCreated` that has an owner.
    private static let ownedSchema = 2

    /// The schema of `ItemCreated` whose name is sealed.
    private static let sealedCreationSchema = 3

    /// The schema of `ItemRenamed` whose name is sealed.
    private static let sealedRenamingSchema = 2

    private let stored = StoredItemEvent.codec
    private let sealing: (any PersonalDataSealing)?

    /// The owner of the item whose events are written, besides the one that `ItemCreated` names.
    private let owner: ItemOwner?

    /// Creates a codec.
    ///
    /// - Parameter sealing: Seals the names of items that have an owner, and opens them. Without it, they are written
    ///   in clear, and sealed ones cannot be decoded.
    public init(sealing: (any PersonalDataSealing)? = nil) {
        self.init(sealing: sealing, owner: nil)
    }

    /// Creates a codec that writes the events of an item of an owner.
    init(sealing: (any PersonalDataSealing)?, owner: ItemOwner?) {
        self.sealing = sealing
        self.owner = owner
    }

    /// The newest schema number of events of a type whose fields are in clear: what `nacre append` writes.
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
    /// - Throws: `PersonalDataError` `erased` if the owner has no key to seal with; errors of the storage of keys.
    public func encode(_ event: ItemEvent) throws -> EventData {
        switch event {
        case .created(let name, nil): return try stored.encode(.created(name: name))
        case .created(let name, let owner?):
            guard let sealing else { return Self.event(.created, Self.ownedSchema, name, owner) }
            let key = try sealing.keyForSealing(of: owner.person)
            return Self.event(.created, Self.sealedCreationSchema, key.sealName(name), owner)
        case .renamed(let name):
            guard let sealing, let owner else { return try stored.encode(.renamed(name: name)) }
            let key = try sealing.keyForSealing(of: owner.person)
            return Self.event(.renamed, Self.sealedRenamingSchema, key.sealName(name), owner)
        case .completed: return try stored.encode(.completed)
        case .reopened: return try stored.encode(.reopened)
        case .deleted: return try stored.encode(.deleted)
        case .restored: return try stored.encode(.restored)
        case .erased: throw ItemError(code: .erased)
        }
    }

    private static func event(
        _ kind: StoredItemEvent.Codec.Kind, _ schema: Int, _ name: String, _ owner: ItemOwner
    ) -> EventData {
        var written = StoredItemEvent.codec.types.event(kind) {
            $0.text("name", name)
            $0.text("owner", owner.eventID.description)
        }
        written.schema = schema
        return written
    }

    /// Decodes an event.
    ///
    /// - Parameter recorded: The event as recorded in the log.
    /// - Returns: The event; `nil` if the type is not an item's.
    /// - Throws: `EventDecodingError` if the data does not fit the type, its schema is newer than the current one, or
    ///   its name is sealed and cannot be opened.
    public func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> ItemEvent? {
        try decode(recorded.view)
    }

    /// Decodes an event in place.
    ///
    /// - Parameter event: The event as recorded in the log.
    /// - Returns: The event; `nil` if the type is not an item's.
    /// - Throws: `EventDecodingError` if the data does not fit the type, its schema is newer than the current one, or
    ///   its name is sealed and cannot be opened.
    public func decode(_ event: EventView) throws(EventDecodingError) -> ItemEvent? {
        guard let logged = try logged(event) else { return nil }
        do {
            return try logged.opened(with: sealing)
        } catch {
            throw EventDecodingError(.sealed, "its name is sealed: \(error)", in: event, cause: error)
        }
    }

    /// Decodes an event and leaves its name as it is in the log: in clear, or sealed.
    ///
    /// - Parameter recorded: The event as recorded in the log.
    /// - Returns: The event; `nil` if the type is not an item's.
    /// - Throws: `EventDecodingError` if the data does not fit the type, or its schema is newer than the current one.
    public func decodeSealed(_ recorded: RecordedEvent) throws(EventDecodingError) -> ItemEvent? {
        try logged(recorded.view)?.event
    }

    /// Decodes an event without opening its name.
    func logged(_ event: EventView) throws(EventDecodingError) -> LoggedItemEvent? {
        guard event.schema > 1 else { return try stored.decode(event).map { LoggedItemEvent(ItemEvent($0)) } }
        switch event.type {
        case Self.creation:
            let (name, owner) = try fields(of: event, upTo: Self.sealedCreationSchema)
            guard event.schema == Self.sealedCreationSchema else {
                return LoggedItemEvent(.created(name: name, owner: owner))
            }
            return LoggedItemEvent(.created(name: name, owner: owner), sealedBy: try present(owner, in: event))
        case Self.renaming:
            let (name, owner) = try fields(of: event, upTo: Self.sealedRenamingSchema)
            return LoggedItemEvent(.renamed(name: name), sealedBy: try present(owner, in: event))
        default:
            return try stored.decode(event).map { LoggedItemEvent(ItemEvent($0)) }
        }
    }

    private func fields(
        of event: EventView, upTo schema: Int
    ) throws(EventDecodingError) -> (name: String, owner: ItemOwner?) {
        guard event.schema <= schema else {
            throw EventDecodingError(
                .newerSchema, "it has schema \(event.schema), the newest that this program knows is \(schema)",
                in: event)
        }
        var fields = EventFields(of: event)
        let name = try fields.text("name")
        let owner = try fields.textIfPresent("owner")
        try fields.end()
        guard let owner else { return (name, nil) }
        guard let id = EventID(owner) else {
            throw EventDecodingError(.malformed, "its owner \(DisplayedText(owner)) is not a UUID", in: event)
        }
        return (name, ItemOwner(bytes: id))
    }

    private func present(_ owner: ItemOwner?, in event: EventView) throws(EventDecodingError) -> ItemOwner {
        guard let owner else { throw EventDecodingError(.missingField, "it has no field \"owner\"", in: event) }
        return owner
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
            case .restored: .restored
            }
    }
}

public import DomainKit
public import Nacre
public import ProfileDomain

/// The codec for profiles' events: between domain events and their stored form.
///
/// Schema 1 is that of ``StoredProfileEvent``. In schema 2, the fields are sealed by the key of the user's account:
///
/// | type | data | tags |
/// |---|---|---|
/// | `IdentityCompleted` | `{"screenName": sealed, "birthday": sealed}` | `screenNameHash:` and a keyed hash of the name |
/// | `ScreenNameChanged` | `{"screenName": sealed, "replaced": sealed}` | that of the new name; that of the old name |
/// | `BirthdayCorrected` | `{"birthday": sealed}` | none |
///
/// A field `replaced` that is missing is none. An event whose person's key was erased is read as
/// `ProfileEvent.erased`.
public struct ProfileEventCodec: EventCodec {
    // FEAT-40: Personal fields are sealed one by one, under a key of the person.

    typealias Kind = StoredProfileEvent.Codec.Kind

    /// The schema of events whose fields are sealed.
    private static let sealedSchema = 2

    /// The types of the events that carry the tags of screen names.
    static let typesOfScreenNames = [Kind.identityCompleted, .screenNameChanged].map(
        StoredProfileEvent.codec.types.type)

    private let clear = ClearProfileEventCodec()
    private let sealing: (any PersonalDataSealing)?

    /// The user whose events are written.
    private let user: UserID?

    /// Creates a codec that writes events of schema 1.
    ///
    /// - Parameter sealing: Opens sealed fields; without it, sealed events cannot be decoded.
    public init(sealing: (any PersonalDataSealing)? = nil) {
        self.init(sealing: sealing, user: nil)
    }

    /// Creates a codec that writes the events of a user: sealed, if the user has an account.
    ///
    /// - Parameters:
    ///   - sealing: Seals the fields, and opens them; without it, they are written in clear.
    ///   - user: The user.
    public init(sealing: (any PersonalDataSealing)?, user: UserID?) {
        self.sealing = sealing
        self.user = user
    }

    /// The schema number of events of a type whose fields are in clear: what `nacre append` writes.
    ///
    /// - Parameter type: The type.
    /// - Returns: The schema number; `nil` for a type that is not a profile's.
    public func currentSchema(of type: EventType) -> Int? { clear.currentSchema(of: type) }

    /// Whether the fields of an event are sealed.
    ///
    /// - Parameter event: A profile's event.
    /// - Returns: `false` for events of schema 1.
    public static func isSealed(_ event: RecordedEvent) -> Bool { event.schema == sealedSchema }

    /// Encodes an event.
    ///
    /// - Parameter event: The event.
    /// - Returns: Its type, schema, data and tags.
    /// - Throws: `PersonalDataError` `erased` if the user's account has no key to seal with; errors of the storage of
    ///   keys.
    public func encode(_ event: ProfileEvent) throws -> EventData {
        guard let sealing, let person = user?.person else { return try clear.encode(event) }
        return try Self.encode(event, with: sealing.keyForSealing(of: person), sealing)
    }

    private static func encode(
        _ event: ProfileEvent, with key: any PersonalDataKey, _ sealing: any PersonalDataSealing
    ) throws -> EventData {
        let types = StoredProfileEvent.codec.types
        var written: EventData
        switch event {
        case .identityCompleted(let screenName, let birthday):
            written = types.event(.identityCompleted, tags: [.screenName(screenName, hashedBy: sealing)]) {
                $0.text("screenName", key.seal(screenName, for: .screenName))
                $0.text("birthday", key.seal(birthday, for: .birthday))
            }
        case .screenNameChanged(let new, let old):
            let tag = Tag.screenName(new, hashedBy: sealing)
            let oldTag = old.map { Tag.screenName($0, hashedBy: sealing) }
            written = types.event(.screenNameChanged, tags: [tag] + (oldTag.map { $0 == tag ? [] : [$0] } ?? [])) {
                $0.text("screenName", key.seal(new, for: .screenName))
                $0.text("replaced", ifPresent: oldTag == tag ? nil : old.map { key.seal($0, for: .screenName) })
            }
        case .birthdayCorrected(let birthday):
            written = types.event(.birthdayCorrected) { $0.text("birthday", key.seal(birthday, for: .birthday)) }
        case .erased: throw ProfileError(code: .erased)
        }
        written.schema = sealedSchema
        return written
    }

    /// Decodes an event.
    ///
    /// - Parameter recorded: The event as recorded in the log.
    /// - Returns: The event; `nil` if the type is not a profile's.
    /// - Throws: `EventDecodingError` if the data does not fit the type, its schema is newer than the current one, or
    ///   its fields are sealed and cannot be opened.
    public func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> ProfileEvent? {
        try decode(recorded.view)
    }

    /// Decodes an event in place.
    ///
    /// - Parameter event: The event as recorded in the log.
    /// - Returns: The event; `nil` if the type is not a profile's.
    /// - Throws: `EventDecodingError` if the data does not fit the type, its schema is newer than the current one, or
    ///   its fields are sealed and cannot be opened.
    public func decode(_ event: EventView) throws(EventDecodingError) -> ProfileEvent? {
        guard let logged = try logged(event) else { return nil }
        do {
            return try logged.opened(with: sealing)
        } catch {
            throw EventDecodingError(.sealed, "its fields are sealed: \(error)", in: event, cause: error)
        }
    }

    /// Decodes an event and leaves its fields as they are in the log: in clear, or sealed.
    ///
    /// - Parameter recorded: The event as recorded in the log.
    /// - Returns: The event; `nil` if the type is not a profile's.
    /// - Throws: `EventDecodingError` if the data does not fit the type, or its schema is newer than the current one.
    public func decodeSealed(_ recorded: RecordedEvent) throws(EventDecodingError) -> ProfileEvent? {
        try logged(recorded.view)?.event
    }

    /// Decodes an event without opening its fields.
    func logged(_ event: EventView) throws(EventDecodingError) -> LoggedProfileEvent? {
        guard event.schema > 1, let kind = Self.kind(of: event.type) else {
            return try clear.decode(event).map { LoggedProfileEvent($0) }
        }
        guard event.schema == Self.sealedSchema else {
            throw EventDecodingError(
                .newerSchema,
                "it has schema \(event.schema), the newest that this program knows is \(Self.sealedSchema)", in: event)
        }
        guard let person = UserID(event.stream)?.person else {
            throw EventDecodingError(.malformed, "its stream does not name an account, whose key sealed it", in: event)
        }
        var fields = EventFields(of: event)
        let sealed: ProfileEvent =
            switch kind {
            case .identityCompleted:
                .identityCompleted(
                    screenName: try fields.text("screenName"), birthday: try fields.text("birthday"))
            case .screenNameChanged:
                .screenNameChanged(to: try fields.text("screenName"), replacing: try fields.textIfPresent("replaced"))
            case .birthdayCorrected: .birthdayCorrected(to: try fields.text("birthday"))
            }
        try fields.end()
        return LoggedProfileEvent(sealed, sealedBy: person)
    }

    private static func kind(of type: EventType) -> Kind? {
        Kind.allCases.first { StoredProfileEvent.codec.types.type(of: $0) == type }
    }
}

extension Tag {
    /// The tag of a screen name in sealed events, which does not disclose it.
    static func screenName(_ name: String, hashedBy sealing: any PersonalDataSealing) -> Tag {
        Tag("screenNameHash:" + sealing.keyedHash(of: name.lowercased(), for: ProfileField.screenName.rawValue))
    }
}

public import Nacre
public import ProfileDomain

/// Writes the events of profiles as the log holds them, and reads them again.
///
/// | type | data | tags |
/// |---|---|---|
/// | `IdentityCompleted` | `{"screenName": string, "birthday": "YYYY-MM-DD"}` | `screenName:` and the name |
/// | `ScreenNameChanged` | `{"screenName": string}` | `screenName:` and the new name, and so the old one |
/// | `BirthdayCorrected` | `{"birthday": "YYYY-MM-DD"}` | none |
///
/// Names in tags are in small letters.
public struct ProfileEventCodec: TypedEventCodec {
    /// The types of a profile's events.
    public enum Kind: String, EventKind {
        /// The profile was set up.
        case identityCompleted = "IdentityCompleted"

        /// The profile got another screen name.
        case screenNameChanged = "ScreenNameChanged"

        /// The birthday was another one.
        case birthdayCorrected = "BirthdayCorrected"
    }

    /// The types, all of schema 1.
    public let types = EventTypes<Kind>()

    /// The types of the events that carry the tags of screen names.
    static let typesOfScreenNames = [Kind.identityCompleted, .screenNameChanged].map { EventType($0.rawValue) }

    /// Creates a codec.
    public init() {}

    /// Writes an event down.
    ///
    /// - Parameter event: What has happened.
    /// - Returns: Its type, data and tags.
    public func encode(_ event: ProfileEvent) -> EventData {
        switch event {
        case .identityCompleted(let screenName, let birthday):
            types.event(.identityCompleted, tags: [.screenName(screenName)]) {
                $0.text("screenName", screenName)
                $0.text("birthday", birthday)
            }
        case .screenNameChanged(let new, let old):
            types.event(.screenNameChanged, tags: Self.tags(of: new, replacing: old)) { $0.text("screenName", new) }
        case .birthdayCorrected(let birthday):
            types.event(.birthdayCorrected) { $0.text("birthday", birthday) }
        }
    }

    /// Reads the fields of an event.
    ///
    /// - Parameters:
    ///   - kind: Its type.
    ///   - fields: What to read from.
    /// - Returns: What has happened.
    /// - Throws: `EventDecodingError` where the data is not what the type should have.
    public func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> ProfileEvent {
        switch kind {
        case .identityCompleted:
            return .identityCompleted(
                screenName: try fields.text("screenName"), birthday: try fields.text("birthday"))
        case .screenNameChanged:
            let new = try fields.text("screenName")
            return .screenNameChanged(to: new, replacing: Self.replaced(by: new, in: fields.event.tags))
        case .birthdayCorrected:
            return .birthdayCorrected(to: try fields.text("birthday"))
        }
    }

    /// The tags of a change; a change of capitals alone has one, for no tag may be on an event twice.
    private static func tags(of new: String, replacing old: String?) -> [Tag] {
        let tag = Tag.screenName(new)
        guard let old, case let oldTag = Tag.screenName(old), oldTag != tag else { return [tag] }
        return [tag, oldTag]
    }

    /// The name that was given up, as far as the tags tell.
    private static func replaced(by new: String, in tags: [Tag]) -> String? {
        let newTag = Tag.screenName(new)
        return tags.lazy.filter { $0 != newTag }.compactMap(\.screenName).first
    }
}

extension Tag {
    private static let screenNamePrefix = "screenName:"

    /// The tag by which it is asked who has a screen name.
    static func screenName(_ name: String) -> Tag {
        Tag(screenNamePrefix + name.lowercased())
    }

    /// The screen name that the tag names; `nil` where it is a tag of another kind.
    fileprivate var screenName: String? {
        let prefix = Self.screenNamePrefix.utf8
        return text.utf8.starts(with: prefix) ? String(Substring(text.utf8.dropFirst(prefix.count))) : nil
    }
}

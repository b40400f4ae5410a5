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
public struct ProfileEventCodec: EventCodec {
    private static let identityCompleted: EventType = "IdentityCompleted"
    private static let screenNameChanged: EventType = "ScreenNameChanged"
    private static let birthdayCorrected: EventType = "BirthdayCorrected"

    /// Creates a codec.
    public init() {}

    /// Writes an event down.
    ///
    /// - Parameter event: What has happened.
    /// - Returns: Its type, data and tags.
    public func encode(_ event: ProfileEvent) -> EventData {
        switch event {
        case .identityCompleted(let screenName, let birthday):
            EventData(
                type: Self.identityCompleted, fields: ["screenName": screenName, "birthday": birthday],
                tags: [.screenName(screenName)])
        case .screenNameChanged(let new, let old):
            EventData(
                type: Self.screenNameChanged, fields: ["screenName": new], tags: Self.tags(of: new, replacing: old))
        case .birthdayCorrected(let birthday):
            EventData(type: Self.birthdayCorrected, fields: ["birthday": birthday])
        }
    }

    /// Reads an event.
    ///
    /// - Parameter recorded: The event as the log holds it.
    /// - Returns: What has happened; `nil` where the type is none of a profile's.
    /// - Throws: `EventDecodingError` where the data is not what the type should have.
    public func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> ProfileEvent? {
        switch recorded.type {
        case Self.identityCompleted:
            let texts = try recorded.texts(of: "screenName", "birthday")
            return .identityCompleted(screenName: texts[0], birthday: texts[1])
        case Self.screenNameChanged:
            let new = try recorded.texts(of: "screenName")[0]
            return .screenNameChanged(to: new, replacing: Self.replaced(by: new, in: recorded.tags))
        case Self.birthdayCorrected:
            return .birthdayCorrected(to: try recorded.texts(of: "birthday")[0])
        default:
            return nil
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
    fileprivate static func screenName(_ name: String) -> Tag {
        Tag(screenNamePrefix + name.lowercased())
    }

    /// The screen name that the tag names; `nil` where it is a tag of another kind.
    fileprivate var screenName: String? {
        let prefix = Self.screenNamePrefix.utf8
        return text.utf8.starts(with: prefix) ? String(Substring(text.utf8.dropFirst(prefix.count))) : nil
    }
}

import Nacre
import ProfileDomain

/// The codec for profiles' events of schema 1, whose fields are in clear.
struct ClearProfileEventCodec: TypedEventCodec {
    /// The types of a profile's events.
    typealias Kind = StoredProfileEvent.Codec.Kind

    private let stored = StoredProfileEvent.codec

    /// The types, all of schema 1.
    var types: EventTypes<Kind> { stored.types }

    /// Encodes an event.
    ///
    /// - Parameter event: The event.
    /// - Returns: Its type, data and tags.
    /// - Throws: `ProfileError` for an erased event.
    func encode(_ event: ProfileEvent) throws -> EventData {
        let (data, tags): (StoredProfileEvent, [Tag]) =
            switch event {
            case .identityCompleted(let screenName, let birthday):
                (.identityCompleted(screenName: screenName, birthday: birthday), [.screenName(screenName)])
            case .screenNameChanged(let new, let old):
                (.screenNameChanged(screenName: new), Self.tags(of: new, replacing: old))
            case .birthdayCorrected(let birthday): (.birthdayCorrected(birthday: birthday), [])
            case .erased: throw ProfileError(code: .erased)
            }
        var written = try stored.encode(data)
        written.tags = tags
        return written
    }

    /// Decodes the fields of an event.
    ///
    /// - Parameters:
    ///   - kind: Its type.
    ///   - fields: The fields.
    /// - Returns: The event.
    /// - Throws: `EventDecodingError` if the data does not fit the type.
    func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> ProfileEvent {
        switch try stored.decode(kind, &fields) {
        case .identityCompleted(let screenName, let birthday):
            .identityCompleted(screenName: screenName, birthday: birthday)
        case .screenNameChanged(let new):
            .screenNameChanged(to: new, replacing: Self.replaced(by: new, in: fields.event.tags))
        case .birthdayCorrected(let birthday): .birthdayCorrected(to: birthday)
        }
    }

    /// The tags of a change; a change of case has only one, because an event's tags must be distinct.
    private static func tags(of new: String, replacing old: String?) -> [Tag] {
        let tag = Tag.screenName(new)
        guard let old, case let oldTag = Tag.screenName(old), oldTag != tag else { return [tag] }
        return [tag, oldTag]
    }

    /// The released name, according to the tags.
    private static func replaced(by new: String, in tags: [Tag]) -> String? {
        let newTag = Tag.screenName(new)
        return tags.lazy.filter { $0 != newTag }.compactMap(\.screenName).first
    }
}

extension Tag {
    private static let screenNamePrefix = "screenName:"

    /// The tag of a screen name, by which its holders are queried.
    static func screenName(_ name: String) -> Tag {
        Tag(screenNamePrefix + name.lowercased())
    }

    /// The screen name in the tag; `nil` for other tags.
    fileprivate var screenName: String? {
        let prefix = Self.screenNamePrefix.utf8
        return text.utf8.starts(with: prefix) ? String(Substring(text.utf8.dropFirst(prefix.count))) : nil
    }
}

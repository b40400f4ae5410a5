import Nacre
import ProfileDomain

/// The codec for profiles' events together with the user, which the stream's name contains.
struct ProfilesEventCodec: EventCodec {
    private let codec = ProfileEventCodec()

    func encode(_ event: ProfilesDecider.Event) throws -> EventData {
        try codec.encode(event.event)
    }

    func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> ProfilesDecider.Event? {
        guard let user = UserID(recorded.stream), let event = try codec.decode(recorded) else { return nil }
        return ProfilesDecider.Event(event, of: user)
    }
}

extension ScreenName {
    /// The query for all events that took or released the name.
    var claims: Query {
        Query([
            Query.Item(
                types: ProfileEventCodec.typesOfScreenNames, categories: [ProfileEvent.category],
                tags: [.screenName(text)])
        ])
    }
}

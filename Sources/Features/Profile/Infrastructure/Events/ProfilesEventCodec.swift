import Nacre
import ProfileDomain

/// Reads and writes the events of profiles together with whose they are, which the name of the stream tells.
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
    /// The events that tell who has the name, and who had it.
    var claims: Query {
        Query([
            Query.Item(
                types: ProfileEventCodec.typesOfScreenNames, categories: [ProfileEvent.category],
                tags: [.screenName(text)])
        ])
    }
}

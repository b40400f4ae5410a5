import DomainKit
import Nacre
import ProfileDomain

/// The codec for profiles' events together with the user, which the stream's name contains.
struct ProfilesEventCodec: EventCodec {
    private let sealing: (any PersonalDataSealing)?
    private let codec: ProfileEventCodec

    init(sealing: (any PersonalDataSealing)?) {
        self.sealing = sealing
        codec = ProfileEventCodec(sealing: sealing)
    }

    func encode(_ event: ProfilesDecider.Event) throws -> EventData {
        try ProfileEventCodec(sealing: sealing, user: event.user).encode(event.event)
    }

    func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> ProfilesDecider.Event? {
        guard let user = UserID(recorded.stream), let event = try codec.decode(recorded) else { return nil }
        return ProfilesDecider.Event(event, of: user)
    }
}

extension ScreenName {
    /// The query for all events that took or released the name, in clear or sealed.
    func claims(hashedBy sealing: (any PersonalDataSealing)?) -> Query {
        // FEAT-43: Uniqueness holds across clear and hashed tags, as each decision asks for both.
        let tags = [.screenName(text)] + (sealing.map { [Tag.screenName(text, hashedBy: $0)] } ?? [])
        return Query(
            tags.map {
                Query.Item(
                    types: ProfileEventCodec.typesOfScreenNames, categories: [ProfileEvent.category], tags: [$0])
            })
    }
}

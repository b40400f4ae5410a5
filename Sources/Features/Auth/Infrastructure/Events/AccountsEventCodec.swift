import AuthDomain
import Nacre

/// The codec for accounts' events together with the account, which the stream's name contains.
struct AccountsEventCodec: EventCodec {
    private let codec = AccountEventCodec()

    func encode(_ event: AccountsDecider.Event) throws -> EventData {
        try codec.encode(event.event)
    }

    func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> AccountsDecider.Event? {
        guard let id = AccountID(recorded.stream), let event = try codec.decode(recorded) else { return nil }
        return AccountsDecider.Event(event, of: id)
    }
}

extension EmailClaim {
    /// The query for all events that took or released the address.
    var claims: Query {
        Query([
            Query.Item(
                types: AccountEventCodec.typesOfClaims, categories: [AccountEvent.category], tags: [.email(self)])
        ])
    }
}

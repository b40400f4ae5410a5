public import AuthDomain
public import Nacre

extension AccountEvent: StoredEvent {
    /// The category of accounts' streams.
    public static let category = StoredAccountEvent.category

    /// The codec for accounts' events.
    public static let codec = AccountEventCodec()
}

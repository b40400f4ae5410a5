public import AuthDomain
public import Nacre

/// The codec for mails' events: between domain events and their stored form.
public struct MailEventCodec: TypedEventCodec {
    /// The types of a mail's events.
    public typealias Kind = StoredMailEvent.Codec.Kind

    private let stored = StoredMailEvent.codec

    /// The types, all of schema 1.
    public var types: EventTypes<Kind> { stored.types }

    /// Creates a codec.
    public init() {}

    /// Encodes an event.
    ///
    /// - Parameter event: The event.
    /// - Returns: Its type and data.
    /// - Throws: Never for these events.
    public func encode(_ event: MailEvent) throws -> EventData {
        let written: StoredMailEvent =
            switch event {
            case .confirmationRequested(let account): .confirmationRequested(account: EventID(account))
            case .noticeRequested(let account): .noticeRequested(account: EventID(account))
            case .resetRequested(let account, let reset):
                .resetRequested(account: EventID(account), reset: EventID(reset))
            case .sent: .sent
            case .abandoned(let reason): .abandoned(reason: reason)
            }
        return try stored.encode(written)
    }

    /// Decodes the fields of an event.
    ///
    /// - Parameters:
    ///   - kind: Its type.
    ///   - fields: The fields.
    /// - Returns: The event.
    /// - Throws: `EventDecodingError` if the data does not fit the type.
    public func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> MailEvent {
        switch try stored.decode(kind, &fields) {
        case .confirmationRequested(let account): .confirmationRequested(account: AccountID(account))
        case .noticeRequested(let account): .noticeRequested(account: AccountID(account))
        case .resetRequested(let account, let reset):
            .resetRequested(account: AccountID(account), reset: ResetID(reset))
        case .sent: .sent
        case .abandoned(let reason): .abandoned(reason: reason)
        }
    }
}

extension MailEvent: StoredEvent {
    /// The category of mails' streams.
    public static let category = StoredMailEvent.category

    /// The codec for mails' events.
    public static let codec = MailEventCodec()
}

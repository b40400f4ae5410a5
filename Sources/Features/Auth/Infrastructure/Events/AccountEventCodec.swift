public import AuthDomain
public import Nacre

/// The codec for accounts' events: between domain events and their stored form.
public struct AccountEventCodec: TypedEventCodec {
    /// The types of an account's events.
    public typealias Kind = StoredAccountEvent.Codec.Kind

    private let stored = StoredAccountEvent.codec

    /// The types, all of schema 1.
    public var types: EventTypes<Kind> { stored.types }

    /// The types of the events that carry the tag of an e-mail address.
    static let typesOfClaims = [Kind.registered, .deleted].map(StoredAccountEvent.codec.types.type)

    /// Creates a codec.
    public init() {}

    /// Encodes an event.
    ///
    /// - Parameter event: The event.
    /// - Returns: Its type, data and tags.
    /// - Throws: Never for these events.
    public func encode(_ event: AccountEvent) throws -> EventData {
        var written = try stored.encode(StoredAccountEvent(event))
        switch event {
        case .registered(let claim, _), .deleted(let claim): written.tags = [.email(claim)]
        case .registrationRepeated, .confirmationRequested, .emailConfirmed, .passwordChanged,
            .passwordResetRequested, .passwordReset, .roleGranted:
            break
        }
        return written
    }

    /// Decodes the fields of an event.
    ///
    /// - Parameters:
    ///   - kind: Its type.
    ///   - fields: The fields.
    /// - Returns: The event.
    /// - Throws: `EventDecodingError` if the data does not fit the type.
    public func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> AccountEvent {
        AccountEvent(try stored.decode(kind, &fields))
    }
}

extension StoredAccountEvent {
    fileprivate init(_ event: AccountEvent) {
        self =
            switch event {
            case .registered(let claim, let credential):
                .registered(claim: claim.text, credential: EventID(credential))
            case .registrationRepeated: .registrationRepeated
            case .confirmationRequested: .confirmationRequested
            case .emailConfirmed: .emailConfirmed
            case .passwordChanged(let credential): .passwordChanged(credential: EventID(credential))
            case .passwordResetRequested(let reset): .passwordResetRequested(reset: EventID(reset))
            case .passwordReset(let reset, let credential):
                .passwordReset(reset: EventID(reset), credential: EventID(credential))
            case .roleGranted(let role): .roleGranted(role: role)
            case .deleted(let claim): .deleted(claim: claim.text)
            }
    }
}

extension AccountEvent {
    fileprivate init(_ event: StoredAccountEvent) {
        self =
            switch event {
            case .registered(let claim, let credential):
                .registered(claim: EmailClaim(claim), credential: CredentialID(credential))
            case .registrationRepeated: .registrationRepeated
            case .confirmationRequested: .confirmationRequested
            case .emailConfirmed: .emailConfirmed
            case .passwordChanged(let credential): .passwordChanged(credential: CredentialID(credential))
            case .passwordResetRequested(let reset): .passwordResetRequested(reset: ResetID(reset))
            case .passwordReset(let reset, let credential):
                .passwordReset(reset: ResetID(reset), credential: CredentialID(credential))
            case .roleGranted(let role): .roleGranted(role: role)
            case .deleted(let claim): .deleted(claim: EmailClaim(claim))
            }
    }
}

extension Tag {
    /// The tag of an e-mail address, by which the account that has it is queried.
    static func email(_ claim: EmailClaim) -> Tag {
        Tag("email:\(claim.text)")
    }
}

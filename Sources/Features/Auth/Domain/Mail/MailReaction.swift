/// The mail that an event of an account calls for.
public struct MailReaction: Sendable, Hashable {
    /// What the mail tells.
    public let kind: MailKind

    /// Derives the mail from an event; `nil` if none is due.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - account: The account at present.
    public init?(to event: AccountEvent, of account: Account) {
        // A request for an unknown address is recorded under an id that no account has.
        guard let account = account.active else { return nil }
        switch event {
        case .registered: kind = .confirmation
        case .confirmationRequested where !account.isEmailConfirmed: kind = .confirmation
        case .registrationRepeated: kind = .alreadyRegistered
        case .passwordResetRequested(let reset): kind = .reset(reset)
        case .confirmationRequested, .emailConfirmed, .passwordChanged, .passwordReset, .roleGranted, .deleted:
            return nil
        }
    }
}

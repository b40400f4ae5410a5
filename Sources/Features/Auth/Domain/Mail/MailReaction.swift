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
        // A request to reset the password of an unknown address is recorded under an id that no account has.
        guard account.active != nil else { return nil }
        switch event {
        case .registered: kind = .confirmation
        case .registrationRepeated: kind = .alreadyRegistered
        case .passwordResetRequested(let reset): kind = .reset(reset)
        case .emailConfirmed, .passwordChanged, .passwordReset, .roleGranted, .deleted: return nil
        }
    }
}

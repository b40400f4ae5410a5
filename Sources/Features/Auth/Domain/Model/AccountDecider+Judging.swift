public import DomainKit

extension AccountDecider: JudgingDecider {
    /// Judges an event of an account.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The account before the event.
    /// - Returns: Why the rules refuse the event; `nil` if they allow it.
    public static func refusal(of event: AccountEvent, in state: Account) -> Refusal? {
        switch (state, event) {
        // What concerns an unknown address is recorded under an id that no account has. See FEAT-26.
        case (.none, .registered), (.none, .passwordResetRequested), (.none, .registrationRepeated),
            (.none, .confirmationRequested):
            nil
        case (.none, _): Refusal("the account was never registered")
        case (.deleted, _): Refusal("the account was deleted")
        case (.active(let account), _): account.refusal(of: event)
        }
    }
}

extension ActiveAccount {
    fileprivate func refusal(of event: AccountEvent) -> Refusal? {
        switch event {
        case .registrationRepeated, .confirmationRequested, .passwordChanged, .passwordResetRequested: nil
        case .registered: Refusal("the account was registered before")
        case .emailConfirmed: isEmailConfirmed ? Refusal("the e-mail address is confirmed already") : nil
        case .passwordReset(let used, _): reset == used ? nil : Refusal("no such reset of the password is open")
        case .roleGranted(let role):
            if recordedRoles.contains(role) {
                Refusal("the account has the role already")
            } else {
                isEmailConfirmed ? nil : Refusal("the e-mail address is not confirmed")
            }
        case .deleted(let deleted): claim == deleted ? nil : Refusal("the account has another e-mail address")
        }
    }
}

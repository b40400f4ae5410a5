public import DomainKit

/// The business rules of an account.
///
/// Deletion is permanent. A command that rests on a verified password names the credential that was verified, and is
/// refused if another one is in force by now. A reset link is used once: the request that it belongs to is closed by
/// the event that uses it.
public enum AccountDecider: Decider {
    /// An account that was never registered.
    public static let initialState = Account.none

    /// Decides a command on an account.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - state: The account.
    /// - Returns: The events; empty if the command changes nothing.
    /// - Throws: ``AuthError`` `notFound`, `emailTaken`, `invalidCredentials`, `linkInvalid` or `notConfirmed`.
    public static func decide(_ command: AccountCommand, _ state: Account) throws(AuthError) -> [AccountEvent] {
        switch (state, command) {
        case (.none, .register(let claim, let credential)):
            return [.registered(claim: claim, credential: credential)]
        // What concerns an unknown address is recorded too, under an id that no account has: the same work shows no
        // difference. See FEAT-26.
        case (.none, .requestPasswordReset(let reset)): return [.passwordResetRequested(reset: reset)]
        case (.none, .repeatRegistration): return [.registrationRepeated]
        case (.none, .requestConfirmation): return [.confirmationRequested]
        case (.none, _), (.deleted, _):
            throw AuthError(code: .notFound)
        case (.active(let account), _):
            return try decide(command, account)
        }
    }

    private static func decide(
        _ command: AccountCommand, _ account: ActiveAccount
    ) throws(AuthError) -> [AccountEvent] {
        switch command {
        case .register: throw AuthError(code: .emailTaken)
        case .repeatRegistration: return [.registrationRepeated]
        // Of a confirmed address, too: the same work shows no difference, and no mail follows.
        case .requestConfirmation: return [.confirmationRequested]
        case .confirmEmail: return account.isEmailConfirmed ? [] : [.emailConfirmed]
        case .changePassword(let old, let new):
            guard account.credential == old else { throw AuthError(code: .invalidCredentials) }
            return [.passwordChanged(credential: new)]
        case .requestPasswordReset(let reset): return [.passwordResetRequested(reset: reset)]
        case .resetPassword(let reset, let new):
            guard account.reset == reset else { throw AuthError(code: .linkInvalid) }
            return [.passwordReset(reset: reset, credential: new)]
        case .grant(let role):
            guard !account.roles.contains(role) else { return [] }
            // OPS-24: A role is granted beside the store, to an account with a confirmed address.
            guard account.isEmailConfirmed else { throw AuthError(code: .notConfirmed) }
            return [.roleGranted(role: role.rawValue)]
        case .delete(let verified):
            guard account.credential == verified else { throw AuthError(code: .invalidCredentials) }
            return [.deleted(claim: account.claim)]
        }
    }

    /// Applies an event to an account.
    ///
    /// Events that violate the rules, which another program may have written, are ignored: a second registration, and
    /// events before the registration or after the deletion.
    ///
    /// - Parameters:
    ///   - state: The account.
    ///   - event: The event.
    public static func evolve(_ state: inout Account, _ event: AccountEvent) {
        switch (state, event) {
        case (.none, .registered(let claim, let credential)):
            state = .active(ActiveAccount(claim: claim, credential: credential))
        case (.active, .deleted): state = .deleted
        case (.active(var account), _):
            account.evolve(event)
            state = .active(account)
        case (.none, _), (.deleted, _): break
        }
    }
}

extension ActiveAccount {
    fileprivate mutating func evolve(_ event: AccountEvent) {
        switch event {
        case .emailConfirmed: isEmailConfirmed = true
        case .passwordChanged(let new):
            credential = new
            // An open link would undo the change.
            reset = nil
        case .passwordResetRequested(let request): reset = request
        case .passwordReset(_, let new):
            credential = new
            reset = nil
            // The link came by mail, so its use confirms the address.
            isEmailConfirmed = true
        case .roleGranted(let role): recordedRoles.insert(role)
        case .registered, .registrationRepeated, .confirmationRequested, .deleted: break
        }
    }
}

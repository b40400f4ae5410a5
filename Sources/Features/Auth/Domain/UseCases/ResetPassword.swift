public import DomainKit

/// The input for resetting the password.
public struct PasswordReset: Sendable {
    /// The token of the link.
    public var token: Token

    /// The new password, not validated yet.
    public var new: Password

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - token: The token of the link.
    ///   - new: The new password, not validated yet.
    public init(token: Token, new: Password) {
        self.token = token
        self.new = new
    }
}

/// Resetting the password with the token of a link, which ends all sessions of the account.
///
/// A link is used once. It also confirms the e-mail address, and ends a lock of the address.
///
/// Throws ``AuthError`` `linkInvalid`, `ValidationError` for an invalid new password, after which the link can still be
/// used, and ``AuthError`` `busy`.
public protocol PasswordResetting: UseCase where Input == PasswordReset, Output == Void {}

/// Resets passwords of accounts in a storage.
public struct ResetPassword: PasswordResetting {
    private let environment: AuthEnvironment

    /// Creates the use case.
    ///
    /// - Parameter environment: What it works with.
    public init(in environment: AuthEnvironment) {
        self.environment = environment
    }

    /// Resets the password.
    ///
    /// - Parameter input: The token of the link, and the new password.
    /// - Throws: What ``PasswordResetting`` throws.
    public func callAsFunction(_ input: PasswordReset) async throws {
        let secrets = environment.secrets
        guard let link = try await secrets.link(for: input.token), case .reset(let reset) = link.purpose,
            environment.time.now() < link.expiresAt,
            let before = try await environment.repository.load(link.account).state.active, before.reset == reset
        else { throw AuthError(code: .linkInvalid) }
        let new = NewCredential(environment: environment)
        let password = try await new.validate(input.new, of: link.account)
        let prepared: PreparedPassword
        do {
            prepared = try await new.prepare(password, of: link.account, in: environment.hasher.reserve())
            // The log decides which of two uses at the same time is the first.
            try await environment.execute(.resetPassword(reset, to: prepared.credential), on: link.account)
        } catch let error as AuthError where error.code == .notFound {
            throw AuthError(code: .linkInvalid)
        }
        // The log has the reset. From here on, only what it has made invalid is removed.
        try await environment.uncancelled {
            try await new.keep(prepared)
            try await secrets.removeLink(for: input.token)
            try await secrets.removeCredential(before.credential, of: link.account)
            try await secrets.removeSessions(of: link.account, except: nil)
            // The next link may be requested at once.
            for kind in [AttemptKind.password, .mail] {
                try await secrets.updateAttempts(AttemptKey(kind, at: before.claim)) { $0 = nil }
            }
        }
    }
}

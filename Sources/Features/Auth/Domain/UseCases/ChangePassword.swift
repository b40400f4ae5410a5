public import DomainKit

/// The input for changing the password.
public struct PasswordChange: Sendable {
    /// The token of the session.
    public var token: Token

    /// The present password.
    public var current: Password

    /// The new password, not validated yet.
    public var new: Password

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - token: The token of the session.
    ///   - current: The present password.
    ///   - new: The new password, not validated yet.
    public init(token: Token, current: Password, new: Password) {
        self.token = token
        self.current = current
        self.new = new
    }
}

/// Changing the password, which ends the account's other sessions and its open reset links.
///
/// Throws ``AuthError`` `sessionExpired`, `ValidationError` for an invalid new password, and ``AuthError``
/// `invalidCredentials` if the present password is wrong, `locked` or `busy`.
public protocol PasswordChanging: UseCase where Input == PasswordChange, Output == Void {}

/// Changes passwords of accounts in a storage.
public struct ChangePassword: PasswordChanging {
    private let environment: AuthEnvironment

    /// Creates the use case.
    ///
    /// - Parameter environment: What it works with.
    public init(in environment: AuthEnvironment) {
        self.environment = environment
    }

    /// Changes the password.
    ///
    /// - Parameter input: The session, the present and the new password.
    /// - Throws: What ``PasswordChanging`` throws.
    public func callAsFunction(_ input: PasswordChange) async throws {
        let account = try await Authenticate(in: environment)(input.token)
        let new = NewCredential(environment: environment)
        let password = try await new.validate(input.new, of: account.id)
        let old = try await PasswordCheck(environment: environment).verifyAgain(input.current, of: account.id)
        let credential = try await new.prepare(password, of: account.id)
        try await environment.execute(.changePassword(from: old, to: credential), on: account.id)
        // The log has the change. From here on, only what it has made invalid is removed.
        var session = account.session
        session.credential = credential
        try await environment.uncancelled { [secrets = environment.secrets, session] in
            try await secrets.update(session)
            try await secrets.removeCredential(old, of: account.id)
            try await secrets.removeSessions(of: account.id, except: session.id)
        }
    }
}

/// The common part of use cases that replace a password.
struct NewCredential: Sendable {
    let environment: AuthEnvironment

    /// Validates a new password of an account.
    func validate(_ password: Password, of account: AccountID) async throws -> NewPassword {
        try NewPassword(password, for: await environment.secrets.address(of: account)?.text ?? "")
    }

    /// Hashes a password and stores the hash, before the decision that puts it in force.
    func prepare(_ password: NewPassword, of account: AccountID) async throws -> CredentialID {
        let credential = CredentialID(environment.ids.next())
        let hash = try await environment.hasher.hash(password.password)
        try await environment.secrets.prepare(
            PreparedPassword(hash, as: credential, of: account, preparedAt: environment.time.now()))
        return credential
    }
}

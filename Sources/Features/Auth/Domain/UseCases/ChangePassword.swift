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
        do {
            try await change(input, in: environment.hasher.reserve())
        } catch let error as AuthError where error.code == .notFound {
            // The account was deleted meanwhile.
            throw AuthError(code: .sessionExpired)
        }
    }

    private func change(_ input: PasswordChange, in place: HashingPlace) async throws {
        let account = try await Authenticate(in: environment)(input.token)
        let new = NewCredential(environment: environment)
        let password = try await new.validate(input.new, of: account.id)
        let old = try await PasswordCheck(environment: environment)
            .verifyAgain(input.current, of: account.id, in: place)
        let prepared = try await new.prepare(password, of: account.id, in: place)
        try await environment.execute(.changePassword(from: old, to: prepared.credential), on: account.id)
        // The log has the change. From here on, only what it has made invalid is removed.
        try await environment.uncancelled { [secrets = environment.secrets] in
            try await new.keep(prepared)
            try await secrets.updateSession(account.session.id, of: account.id) { session in
                session.credential = prepared.credential
            }
            try await secrets.removeCredential(old, of: account.id)
            try await secrets.removeSessions(of: account.id, except: account.session.id)
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
    func prepare(
        _ password: NewPassword, of account: AccountID, in place: HashingPlace
    ) async throws -> PreparedPassword {
        let hash = try await environment.hasher.hash(password.password, in: place)
        let prepared = PreparedPassword(
            hash, as: CredentialID(environment.ids.next()), of: account, preparedAt: environment.time.now())
        try await environment.secrets.prepare(prepared)
        return prepared
    }

    /// Stores a hash again that the log has put in force after ``SettleSecrets`` had removed it: the decision took
    /// longer than ``AuthPolicy/preparation``.
    func keep(_ password: PreparedPassword) async throws {
        let (secrets, repository) = (environment.secrets, environment.repository)
        guard try await secrets.passwordHash(password.credential, of: password.account) == nil,
            try await repository.load(password.account).state.active?.credential == password.credential
        else { return }
        do {
            try await secrets.prepare(password)
        } catch let error as AuthError where error.code == .notFound {
            // The account was deleted in between.
            return
        }
        // A deletion that was decided in between has not found the account that a new address creates.
        if case .deleted = try await repository.load(password.account).state {
            try await secrets.erase(password.account)
        }
    }
}

public import DomainKit

/// The input for deleting an account.
public struct AccountDeletion: Sendable {
    /// The token of the session.
    public var token: Token

    /// The present password.
    public var password: Password

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - token: The token of the session.
    ///   - password: The present password.
    public init(token: Token, password: Password) {
        self.token = token
        self.password = password
    }
}

/// Deleting an account permanently, with its secrets; its address may be registered again.
///
/// Throws ``AuthError`` `sessionExpired`, `invalidCredentials` if the password is wrong, `locked` or `busy`.
public protocol AccountDeleting: UseCase where Input == AccountDeletion, Output == AccountID {}

/// Deletes accounts in a storage.
public struct DeleteAccount: AccountDeleting {
    private let environment: AuthEnvironment

    /// Creates the use case.
    ///
    /// - Parameter environment: What it works with.
    public init(in environment: AuthEnvironment) {
        self.environment = environment
    }

    /// Deletes an account permanently.
    ///
    /// If the process ends between the decision and the erasure, ``SettleSecrets`` erases the secrets.
    ///
    /// - Parameter input: The session and the password.
    /// - Returns: The account.
    /// - Throws: What ``AccountDeleting`` throws.
    public func callAsFunction(_ input: AccountDeletion) async throws -> AccountID {
        let place = try environment.hasher.reserve()
        let account = try await Authenticate(in: environment)(input.token)
        let verified = try await PasswordCheck(environment: environment)
            .verifyAgain(input.password, of: account.id, in: place)
        do {
            try await environment.execute(.delete(verified: verified), on: account.id)
        } catch let error as AuthError where error.code == .notFound {
            // It was deleted meanwhile.
            throw AuthError(code: .sessionExpired)
        }
        try await environment.uncancelled { [secrets = environment.secrets] in try await secrets.erase(account.id) }
        return account.id
    }
}

public import DomainKit

/// Confirming an e-mail address with the token of a link.
///
/// Throws ``AuthError`` `linkInvalid`.
public protocol EmailConfirming: UseCase where Input == Token, Output == Void {}

/// Confirms e-mail addresses of accounts in a storage.
public struct ConfirmEmail: EmailConfirming {
    private let environment: AuthEnvironment

    /// Creates the use case.
    ///
    /// - Parameter environment: What it works with.
    public init(in environment: AuthEnvironment) {
        self.environment = environment
    }

    /// Confirms an e-mail address.
    ///
    /// - Parameter token: The token of the link.
    /// - Throws: What ``EmailConfirming`` throws.
    public func callAsFunction(_ token: Token) async throws {
        guard let link = try await environment.secrets.link(for: token), link.purpose == .confirmation,
            environment.time.now() < link.expiresAt
        else { throw AuthError(code: .linkInvalid) }
        do {
            try await environment.execute(.confirmEmail, on: link.account)
        } catch let error as AuthError where error.code == .notFound {
            throw AuthError(code: .linkInvalid)
        }
        try await environment.secrets.removeLink(for: token)
    }
}

public import DomainKit

/// Requesting a mail with a link that resets the password.
///
/// The input is the e-mail address, not validated yet. It answers alike, after the same work, whether an account has
/// the address or not.
///
/// Throws `ValidationError` for a text that is no address.
public protocol PasswordResetRequesting: UseCase where Input == String, Output == Void {}

/// Requests password resets of accounts in a storage.
public struct RequestPasswordReset: PasswordResetRequesting {
    private let environment: AuthEnvironment

    /// Creates the use case.
    ///
    /// - Parameter environment: What it works with.
    public init(in environment: AuthEnvironment) {
        self.environment = environment
    }

    /// Requests a link.
    ///
    /// - Parameter email: The e-mail address, not validated yet.
    /// - Throws: What ``PasswordResetRequesting`` throws.
    public func callAsFunction(_ email: String) async throws {
        try await MailRecipient(environment: environment)
            .request(.requestPasswordReset(ResetID(environment.ids.next())), at: email)
    }
}

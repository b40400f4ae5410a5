public import DomainKit

/// Requesting another mail with a link that confirms an e-mail address.
///
/// The input is the e-mail address, not validated yet. It answers alike, after the same work, whether an account has
/// the address or not, and whether it is confirmed already. Only an address that is not confirmed gets a mail.
///
/// Throws `ValidationError` for a text that is no address.
public protocol ConfirmationRequesting: UseCase where Input == String, Output == Void {}

/// Requests confirmation mails of accounts in a storage.
public struct RequestConfirmation: ConfirmationRequesting {
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
    /// - Throws: What ``ConfirmationRequesting`` throws.
    public func callAsFunction(_ email: String) async throws {
        try await MailRecipient(environment: environment).request(.requestConfirmation, at: email)
    }
}

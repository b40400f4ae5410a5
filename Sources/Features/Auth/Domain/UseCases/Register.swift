public import DomainKit

/// The input for registering an account.
public struct NewAccount: Sendable, Undisclosed {
    /// Its e-mail address, not validated yet.
    public var email: String

    /// Its password, not validated yet.
    public var password: Password

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - email: Its e-mail address, not validated yet.
    ///   - password: Its password, not validated yet.
    public init(email: String, password: Password) {
        self.email = email
        self.password = password
    }
}

/// Registering an account.
///
/// It answers alike whether the address has an account already or not. The address gets a mail in both cases: with a
/// link that confirms it, or saying that it has an account already.
///
/// Throws `ValidationError` for an invalid address or password, and ``AuthError`` `busy`.
public protocol AccountRegistering: UseCase where Input == NewAccount, Output == Void {}

/// Registers accounts in a storage.
public struct Register: AccountRegistering {
    // FEAT-24: The log decides which secret is in force.

    private let environment: AuthEnvironment

    /// Creates the use case.
    ///
    /// - Parameter environment: What it works with.
    public init(in environment: AuthEnvironment) {
        self.environment = environment
    }

    /// Registers an account.
    ///
    /// - Parameter input: Its e-mail address and password.
    /// - Throws: What ``AccountRegistering`` throws.
    public func callAsFunction(_ input: NewAccount) async throws {
        let (address, password) = try validated(
            { () throws(ValidationError) in try EmailAddress(input.email) },
            { () throws(ValidationError) in try NewPassword(input.password, for: input.email) })
        let hash = try await environment.hasher.hash(password.password)
        let claim = try await environment.secrets.claim(of: address)
        let id = AccountID(environment.ids.next())
        let credential = CredentialID(environment.ids.next())
        let prepared = PreparedPassword(
            hash, as: credential, of: id, address: address, preparedAt: environment.time.now())
        try await environment.secrets.prepare(prepared)
        let recipient = try await MailRecipient(environment: environment).next(at: claim)
        let isRetried = { (error: any Error) in (error as? AuthError)?.code == .notFound }
        try await environment.retry(where: isRetried) {
            do {
                try await environment.execute(.register(claim: claim, credential: credential), on: id)
            } catch let error as AuthError where error.code == .emailTaken {
                // The prepared secrets stay without effect until they are settled: removing them here would take time
                // that shows the difference. If the holder was deleted meanwhile, registration is tried again.
                try await environment.execute(.repeatRegistration, on: recipient)
            }
        }
        // For a known address, too: the look takes the same time, and finds what was prepared.
        try await environment.uncancelled { [environment] in
            try await NewCredential(environment: environment).keep(prepared)
        }
    }
}

public import DomainKit

/// The input for signing in.
public struct Credentials: Sendable, Undisclosed {
    /// The e-mail address, not validated yet.
    public var email: String

    /// The password.
    public var password: Password

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - email: The e-mail address, not validated yet.
    ///   - password: The password.
    public init(email: String, password: Password) {
        self.email = email
        self.password = password
    }
}

/// A new session, with its token.
public struct SignedIn: Sendable {
    /// The session.
    public let session: Session

    /// Its token, which is not stored and cannot be read again.
    public let token: Token

    /// Creates the result.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - token: Its token.
    public init(session: Session, token: Token) {
        self.session = session
        self.token = token
    }
}

/// Signing in with an e-mail address and a password; the address need not be confirmed.
///
/// Throws `ValidationError` for a text that is no address, and ``AuthError`` `invalidCredentials`, after the same work
/// whether an account has the address or not, `locked` or `busy`.
public protocol SigningIn: UseCase where Input == Credentials, Output == SignedIn {}

extension SigningIn {
    /// Signs in.
    ///
    /// - Parameters:
    ///   - email: The e-mail address, not validated yet.
    ///   - password: The password.
    /// - Returns: The session, with its token.
    /// - Throws: What ``SigningIn`` throws.
    public func callAsFunction(email: String, password: Password) async throws -> SignedIn {
        try await self(Credentials(email: email, password: password))
    }
}

/// Signs in to accounts in a storage.
public struct SignIn: SigningIn {
    private let environment: AuthEnvironment

    /// Creates the use case.
    ///
    /// - Parameter environment: What it works with.
    public init(in environment: AuthEnvironment) {
        self.environment = environment
    }

    /// Signs in.
    ///
    /// - Parameter input: The e-mail address and the password.
    /// - Returns: The session, with its token.
    /// - Throws: What ``SigningIn`` throws.
    public func callAsFunction(_ input: Credentials) async throws -> SignedIn {
        let address = try EmailAddress(input.email)
        let place = try environment.hasher.reserve()
        let claim = try await environment.secrets.claim(of: address)
        let holder = try await environment.repository.holder(of: claim)
        let credential = try await PasswordCheck(environment: environment).verify(
            input.password, at: claim, of: holder, in: place)
        guard let holder else { throw AuthError(code: .invalidCredentials) }
        let now = environment.time.now()
        let session = Session(
            id: SessionID(environment.ids.next()), account: holder, credential: credential, createdAt: now,
            lastUsedAt: now, expiresAt: environment.policy.expiry(ofSessionSince: now, usedAt: now))
        let token = Token.random()
        do {
            try await environment.secrets.insert(session, for: token)
        } catch let error as AuthError where error.code == .notFound {
            // The account was deleted meanwhile.
            throw AuthError(code: .invalidCredentials)
        }
        return SignedIn(session: session, token: token)
    }
}

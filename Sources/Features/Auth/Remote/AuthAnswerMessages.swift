public import AuthDomain
public import DomainKit
public import FeatureAPI

/// A new session as JSON, with its token.
public struct SignedInMessage: APIMessage, Undisclosed, SessionFields {
    /// The token, to be given as `Authorization: Bearer`.
    public let token: String

    /// The session.
    public let session: String

    /// The account.
    public let account: String

    /// The password that the session rests on: an id, which is no secret.
    public let credential: String

    /// When the session began, as RFC 3339.
    public let createdAt: String

    /// When it was last used.
    public let lastUsedAt: String

    /// When the session ends unless it is used before.
    public let expiresAt: String

    /// The form of a new session.
    public static var schema: Schema? { .object(name: "SignedIn", [.init("token", .string())] + sessionProperties) }

    /// Creates the message of a new session.
    ///
    /// - Parameter signedIn: The session, with its token.
    public init(_ signedIn: SignedIn) {
        let message = SessionMessage(signedIn.session)
        token = signedIn.token.text
        session = message.session
        account = message.account
        credential = message.credential
        createdAt = message.createdAt
        lastUsedAt = message.lastUsedAt
        expiresAt = message.expiresAt
    }

    /// The new session.
    ///
    /// - Returns: The session, with its token.
    /// - Throws: `ValidationError` or `TimeError` if the server sent something else.
    public func signedIn() throws -> SignedIn {
        guard let token = Token(token) else {
            throw ValidationError(
                ValidationFailure(field: "token", value: "(not disclosed)", message: "is no token of a session"))
        }
        return SignedIn(session: try parsedSession(), token: token)
    }
}

/// The account of a session as JSON.
public struct AccountMessage: APIMessage, Hashable, SessionFields {
    /// The account.
    public let account: String

    /// The session.
    public let session: String

    /// The password that the session rests on: an id, which is no secret.
    public let credential: String

    /// Whether its e-mail address is confirmed.
    public let isEmailConfirmed: Bool

    /// Its roles.
    public let roles: [String]

    /// When the session began, as RFC 3339.
    public let createdAt: String

    /// When it was last used, to the hour.
    public let lastUsedAt: String

    /// When the session ends unless it is used before.
    public let expiresAt: String

    /// The form of an account.
    public static var schema: Schema? {
        .object(
            name: "Account",
            [.init("isEmailConfirmed", .boolean), .init("roles", .array(.string()))] + sessionProperties)
    }

    /// Creates the message of an account.
    ///
    /// - Parameter account: The account.
    public init(_ account: AuthenticatedAccount) {
        let message = SessionMessage(account.session)
        self.account = message.account
        session = message.session
        credential = message.credential
        isEmailConfirmed = account.isEmailConfirmed
        roles = account.roles.map(\.rawValue).sorted()
        createdAt = message.createdAt
        lastUsedAt = message.lastUsedAt
        expiresAt = message.expiresAt
    }

    /// The account; roles that this program does not know are left out.
    ///
    /// - Returns: The account.
    /// - Throws: `ValidationError` or `TimeError` if the server sent something else.
    public func authenticatedAccount() throws -> AuthenticatedAccount {
        AuthenticatedAccount(
            session: try parsedSession(), isEmailConfirmed: isEmailConfirmed, roles: Set(roles.compactMap(Role.init)))
    }
}

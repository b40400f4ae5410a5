public import AuthDomain
public import DomainKit
public import FeatureAPI

/// A new session as JSON, with its token.
public struct SignedInMessage: APIMessage, Undisclosed {
    /// The token, to be given as `Authorization: Bearer`.
    public let token: String

    /// The session.
    public let session: String

    /// The account.
    public let account: String

    /// When the session ends unless it is used before, as RFC 3339.
    public let expiresAt: String

    /// The form of a new session.
    public static var schema: Schema? {
        .object(
            name: "SignedIn",
            [
                .init("token", .string()), .init("session", .string(format: "uuid")),
                .init("account", .string(format: "uuid")), .init("expiresAt", .string(format: "date-time")),
            ])
    }

    /// Creates the message of a new session.
    ///
    /// - Parameter signedIn: The session, with its token.
    public init(_ signedIn: SignedIn) {
        token = signedIn.token.text
        session = signedIn.session.id.description
        account = signedIn.session.account.description
        expiresAt = signedIn.session.expiresAt.description
    }
}

/// The account of a session as JSON.
public struct AccountMessage: APIMessage, Hashable {
    /// The account.
    public let account: String

    /// The session.
    public let session: String

    /// Whether its e-mail address is confirmed.
    public let isEmailConfirmed: Bool

    /// Its roles.
    public let roles: [String]

    /// When the session ends unless it is used before, as RFC 3339.
    public let expiresAt: String

    /// The form of an account.
    public static var schema: Schema? {
        .object(
            name: "Account",
            [
                .init("account", .string(format: "uuid")), .init("session", .string(format: "uuid")),
                .init("isEmailConfirmed", .boolean), .init("roles", .array(.string())),
                .init("expiresAt", .string(format: "date-time")),
            ])
    }

    /// Creates the message of an account.
    ///
    /// - Parameter account: The account.
    public init(_ account: AuthenticatedAccount) {
        self.account = account.id.description
        session = account.session.id.description
        isEmailConfirmed = account.isEmailConfirmed
        roles = account.roles.map(\.rawValue).sorted()
        expiresAt = account.session.expiresAt.description
    }
}

public import AuthDomain
import DomainKit
public import FeatureAPI

/// What the messages with a session have in common.
protocol SessionFields {
    var session: String { get }
    var account: String { get }
    var credential: String { get }
    var createdAt: String { get }
    var lastUsedAt: String { get }
    var expiresAt: String { get }
}

extension SessionFields {
    /// The properties of a session.
    static var sessionProperties: [Schema.Property] {
        [
            .init("session", .string(format: "uuid")), .init("account", .string(format: "uuid")),
            .init("credential", .string(format: "uuid")), .init("createdAt", .string(format: "date-time")),
            .init("lastUsedAt", .string(format: "date-time")), .init("expiresAt", .string(format: "date-time")),
        ]
    }

    /// The session.
    ///
    /// - Returns: The session.
    /// - Throws: `ValidationError` or `TimeError` if the server sent something else.
    func parsedSession() throws -> Session {
        Session(
            id: try SessionID(parsing: session, field: "session"),
            account: try AccountID(parsing: account, field: "account"),
            credential: try CredentialID(parsing: credential, field: "credential"),
            createdAt: try Instant(parsing: createdAt), lastUsedAt: try Instant(parsing: lastUsedAt),
            expiresAt: try Instant(parsing: expiresAt))
    }
}

/// A session as JSON, without its token.
public struct SessionMessage: APIMessage, Hashable, SessionFields {
    /// The session.
    public let session: String

    /// The account.
    public let account: String

    /// The password that the session rests on: an id, which is no secret.
    public let credential: String

    /// When the session began, as RFC 3339.
    public let createdAt: String

    /// When it was last used, to the hour.
    public let lastUsedAt: String

    /// When it ends unless it is used before.
    public let expiresAt: String

    /// The form of a session.
    public static var schema: Schema? { .object(name: "Session", sessionProperties) }

    /// Creates the message of a session.
    ///
    /// - Parameter session: The session.
    public init(_ session: Session) {
        self.session = session.id.description
        account = session.account.description
        credential = session.credential.description
        createdAt = session.createdAt.description
        lastUsedAt = session.lastUsedAt.description
        expiresAt = session.expiresAt.description
    }
}

/// The sessions of an account as JSON.
public struct SessionListMessage: APIMessage, Hashable {
    /// The session that asks.
    public let current: String

    /// The valid sessions, in the order in which they began.
    public let sessions: [SessionMessage]

    /// The form of the sessions.
    public static var schema: Schema? {
        guard let session = SessionMessage.schema else { return nil }
        return .object(
            name: "SessionList", [.init("current", .string(format: "uuid")), .init("sessions", .array(session))])
    }

    /// Creates the message of an account's sessions.
    ///
    /// - Parameter sessions: The sessions.
    public init(_ sessions: AccountSessions) {
        current = sessions.current.description
        self.sessions = sessions.all.map(SessionMessage.init)
    }

    /// The sessions.
    ///
    /// - Returns: The sessions.
    /// - Throws: `ValidationError` or `TimeError` if the server sent something else.
    public func accountSessions() throws -> AccountSessions {
        AccountSessions(
            current: try SessionID(parsing: current, field: "current"),
            all: try sessions.map { try $0.parsedSession() })
    }
}

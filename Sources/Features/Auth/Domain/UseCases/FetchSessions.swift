public import DomainKit

/// The sessions of an account, as one of them sees them.
public struct AccountSessions: Sendable, Equatable {
    /// The session that asks.
    public let current: SessionID

    /// The valid sessions, in the order in which they began.
    public let all: [Session]

    /// Creates the result.
    ///
    /// - Parameters:
    ///   - current: The session that asks.
    ///   - all: The valid sessions, in the order in which they began.
    public init(current: SessionID, all: [Session]) {
        self.current = current
        self.all = all
    }
}

/// Fetching the valid sessions of a session's account.
///
/// Throws ``AuthError`` `sessionExpired`.
public protocol SessionsFetching: UseCase where Input == Token, Output == AccountSessions {}

/// Fetches the sessions of accounts in a storage.
public struct FetchSessions: SessionsFetching {
    private let environment: AuthEnvironment

    /// Creates the use case.
    ///
    /// - Parameter environment: What it works with.
    public init(in environment: AuthEnvironment) {
        self.environment = environment
    }

    /// Fetches the valid sessions of a session's account.
    ///
    /// - Parameter token: The token of the session that asks.
    /// - Returns: The sessions.
    /// - Throws: What ``SessionsFetching`` throws.
    public func callAsFunction(_ token: Token) async throws -> AccountSessions {
        let current = try await Authenticate(in: environment)(token).session
        let now = environment.time.now()
        let valid = try await environment.secrets.sessions(of: current.account).filter { session in
            // A session of a password that was replaced is not removed yet, and has ended all the same.
            now < session.expiresAt && session.credential == current.credential
        }
        return AccountSessions(
            current: current.id,
            all: valid.sorted { ($0.createdAt, $0.id.description) < ($1.createdAt, $1.id.description) })
    }
}

public import DomainKit

/// The token of a session as it stands in requests; a description does not show it.
public struct SessionToken: Sendable, Undisclosed {
    /// The token, for the field `Authorization`.
    public let text: String

    /// Creates a token.
    ///
    /// - Parameter text: The token as the server has given it.
    public init(_ text: String) {
        self.text = text
    }
}

/// Supplies the token of the session in which an ``APIClient`` makes its requests.
public protocol SessionTokens: Sendable {
    /// The token of the current session; asked before each request.
    ///
    /// - Returns: The token; `nil` without a session.
    /// - Throws: Errors of the storage of sessions.
    func current() async throws -> SessionToken?
}

/// Supplies one token for all requests, or none.
public struct FixedSession: SessionTokens {
    private let token: SessionToken?

    /// Creates the value.
    ///
    /// - Parameter token: The token; `nil` for requests without a session.
    public init(_ token: SessionToken? = nil) {
        self.token = token
    }

    /// The token.
    public func current() -> SessionToken? { token }
}

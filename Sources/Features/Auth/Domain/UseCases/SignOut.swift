public import DomainKit

/// The input for signing out.
public struct SignOutRequest: Sendable {
    /// The sessions to end.
    public enum Scope: Sendable, Hashable, CaseIterable {
        /// This session.
        case thisSession

        /// All sessions of the account.
        case allSessions
    }

    /// The token of the session.
    public var token: Token

    /// The sessions to end.
    public var scope: Scope

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - token: The token of the session.
    ///   - scope: The sessions to end.
    public init(token: Token, scope: Scope) {
        self.token = token
        self.scope = scope
    }
}

/// Signing out.
///
/// Ending this session has no effect if it has ended already. Ending all throws ``AuthError`` `sessionExpired` then.
public protocol SigningOut: UseCase where Input == SignOutRequest, Output == Void {}

extension SigningOut {
    /// Signs out.
    ///
    /// - Parameters:
    ///   - token: The token of the session.
    ///   - scope: The sessions to end.
    /// - Throws: What ``SigningOut`` throws.
    public func callAsFunction(_ token: Token, scope: SignOutRequest.Scope = .thisSession) async throws {
        try await self(SignOutRequest(token: token, scope: scope))
    }
}

/// Ends sessions in a storage.
public struct SignOut: SigningOut {
    private let environment: AuthEnvironment

    /// Creates the use case.
    ///
    /// - Parameter environment: What it works with.
    public init(in environment: AuthEnvironment) {
        self.environment = environment
    }

    /// Signs out.
    ///
    /// - Parameter input: The token of the session, and the sessions to end.
    /// - Throws: What ``SigningOut`` throws.
    public func callAsFunction(_ input: SignOutRequest) async throws {
        switch input.scope {
        case .thisSession:
            guard let session = try await environment.secrets.session(for: input.token) else { return }
            try await environment.secrets.removeSession(session.id, of: session.account)
        case .allSessions:
            let account = try await Authenticate(in: environment)(input.token)
            try await environment.secrets.removeSessions(of: account.id, except: nil)
        }
    }
}

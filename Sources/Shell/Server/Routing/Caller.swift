public import AuthDomain

/// Who makes a request.
public struct Caller: Sendable {
    /// The account, as it was when the request was made.
    public let account: AuthenticatedAccount

    /// The token of its session.
    public let token: Token

    /// Creates a caller.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - token: The token of its session.
    public init(account: AuthenticatedAccount, token: Token) {
        self.account = account
        self.token = token
    }
}

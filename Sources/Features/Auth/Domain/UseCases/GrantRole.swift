public import DomainKit

/// The input for granting a role.
public struct RoleGrant: Sendable, Undisclosed {
    /// The e-mail address of the account, not validated yet.
    public var email: String

    /// The role.
    public var role: Role

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - email: The e-mail address of the account, not validated yet.
    ///   - role: The role.
    public init(email: String, role: Role) {
        self.email = email
        self.role = role
    }
}

/// Granting a role to an account; no effect if it has the role already.
///
/// It asks for no session: it is for operators with access to the store. No server offers it.
///
/// Throws `ValidationError` for a text that is no address, and ``AuthError`` `notFound`, or `notConfirmed` if the account
/// has not confirmed its address.
public protocol RoleGranting: UseCase where Input == RoleGrant, Output == AccountID {}

/// Grants roles to accounts in a storage.
public struct GrantRole: RoleGranting {
    private let environment: AuthEnvironment

    /// Creates the use case.
    ///
    /// - Parameter environment: What it works with.
    public init(in environment: AuthEnvironment) {
        self.environment = environment
    }

    /// Grants a role.
    ///
    /// - Parameter input: The e-mail address and the role.
    /// - Returns: The account.
    /// - Throws: What ``RoleGranting`` throws.
    public func callAsFunction(_ input: RoleGrant) async throws -> AccountID {
        let claim = try await environment.secrets.claim(of: EmailAddress(input.email))
        guard let account = try await environment.repository.holder(of: claim) else {
            throw AuthError(code: .notFound)
        }
        try await environment.execute(.grant(input.role), on: account)
        return account
    }
}

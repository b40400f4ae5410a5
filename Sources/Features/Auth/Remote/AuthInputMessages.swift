public import AuthDomain
public import DomainKit
public import FeatureAPI

/// An e-mail address with a password as JSON: for registering and for signing in.
///
/// It is a secret: it is neither printed nor logged.
public struct CredentialsMessage: APIMessage, Undisclosed {
    /// The e-mail address, not validated yet.
    public let email: String

    /// The password, not validated yet.
    public let password: String

    /// The form of credentials.
    public static var schema: Schema? {
        .object(
            name: "Credentials",
            [.init("email", .string(format: "email")), .init("password", .string(format: "password"))])
    }

    /// Creates the message.
    ///
    /// - Parameters:
    ///   - email: The e-mail address.
    ///   - password: The password.
    public init(email: String, password: String) {
        self.email = email
        self.password = password
    }

    /// The input for registering.
    public var newAccount: NewAccount { NewAccount(email: email, password: Password(password)) }

    /// The input for signing in.
    public var credentials: Credentials { Credentials(email: email, password: Password(password)) }
}

/// An e-mail address as JSON.
public struct EmailMessage: APIMessage, Undisclosed {
    /// The e-mail address, not validated yet.
    public let email: String

    /// The form of an address.
    public static var schema: Schema? { .object(name: "Email", [.init("email", .string(format: "email"))]) }

    /// Creates the message.
    ///
    /// - Parameter email: The e-mail address.
    public init(email: String) {
        self.email = email
    }
}

/// The token of a link as JSON.
public struct LinkMessage: APIMessage, Undisclosed {
    /// The token.
    public let token: String

    /// The form of a token.
    public static var schema: Schema? { .object(name: "Link", [.init("token", .string())]) }

    /// Creates the message.
    ///
    /// - Parameter token: The token.
    public init(token: Token) {
        self.token = token.text
    }
}

/// A new password with the token of a link as JSON.
public struct PasswordResetMessage: APIMessage, Undisclosed {
    /// The token.
    public let token: String

    /// The new password, not validated yet.
    public let password: String

    /// The form of a reset.
    public static var schema: Schema? {
        .object(
            name: "PasswordReset", [.init("token", .string()), .init("password", .string(format: "password"))])
    }

    /// Creates the message.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - password: The new password.
    public init(token: Token, password: String) {
        self.token = token.text
        self.password = password
    }
}

/// The present and a new password as JSON.
public struct PasswordChangeMessage: APIMessage, Undisclosed {
    /// The present password.
    public let current: String

    /// The new password, not validated yet.
    public let password: String

    /// The form of a change.
    public static var schema: Schema? {
        .object(
            name: "PasswordChange",
            [.init("current", .string(format: "password")), .init("password", .string(format: "password"))])
    }

    /// Creates the message.
    ///
    /// - Parameters:
    ///   - current: The present password.
    ///   - password: The new password.
    public init(current: String, password: String) {
        self.current = current
        self.password = password
    }
}

/// The present password as JSON.
public struct PasswordMessage: APIMessage, Undisclosed {
    /// The present password.
    public let password: String

    /// The form of a password.
    public static var schema: Schema? {
        .object(name: "Password", [.init("password", .string(format: "password"))])
    }

    /// Creates the message.
    ///
    /// - Parameter password: The present password.
    public init(password: String) {
        self.password = password
    }
}

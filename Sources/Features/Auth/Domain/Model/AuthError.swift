public import DomainKit

/// Why a command of accounts was refused, or could not be carried out.
///
/// Invalid input is a `ValidationError`, as everywhere.
public struct AuthError: Error, Sendable {
    /// The error codes; more may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// The e-mail address and the password do not belong together, or there is no such account.
        public static let invalidCredentials = Code(description: "invalidCredentials")

        /// Too many passwords were given for the address in succession.
        public static let locked = Code(description: "locked")

        /// The session has ended, or never existed.
        public static let sessionExpired = Code(description: "sessionExpired")

        /// The link was used already, has expired, was replaced by a later one, or never existed.
        public static let linkInvalid = Code(description: "linkInvalid")

        /// Too many passwords wait to be hashed.
        public static let busy = Code(description: "busy")

        /// The account lacks the role that the command needs.
        public static let notAllowed = Code(description: "notAllowed")

        /// There is no such account.
        public static let notFound = Code(description: "notFound")

        /// The account has not confirmed its e-mail address.
        public static let notConfirmed = Code(description: "notConfirmed")

        /// Another account has the e-mail address.
        public static let emailTaken = Code(description: "emailTaken")

        /// No server offers it: it needs the store's files.
        public static let localOnly = Code(description: "localOnly")

        /// The server cannot be reached.
        public static let networkUnreachable = Code(description: "networkUnreachable")

        /// The server reports an error.
        public static let serverError = Code(description: "serverError")
    }

    /// The error code.
    public let code: Code

    /// For `locked`, the time from which another attempt is allowed.
    public let until: Instant?

    /// For `serverError`, the text of the server.
    public let detail: String?

    /// The underlying error, if there is one.
    public let cause: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The error code.
    ///   - until: For `locked`, the time from which another attempt is allowed.
    ///   - detail: For `serverError`, the text of the server.
    ///   - cause: The underlying error, if there is one.
    public init(code: Code, until: Instant? = nil, detail: String? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.until = until
        self.detail = detail
        self.cause = cause
    }

    /// Too many passwords were given for the address in succession.
    ///
    /// - Parameter time: The time from which another attempt is allowed.
    /// - Returns: The error.
    public static func locked(until time: Instant) -> AuthError {
        AuthError(code: .locked, until: time)
    }

    /// The server reports an error.
    ///
    /// - Parameter detail: The text of the server.
    /// - Returns: The error.
    public static func serverError(_ detail: String) -> AuthError {
        AuthError(code: .serverError, detail: detail)
    }
}

extension AuthError: DescribedError {
    /// What is wrong, and the remedy.
    public var message: String {
        switch code {
        case .invalidCredentials:
            "e-mail address and password do not belong together: check both, or reset the password"
        case .locked:
            "too many passwords were given for this address: try again\(until.map { " at \($0)" } ?? " later")"
        case .sessionExpired: "the session has ended: sign in again"
        case .linkInvalid: "the link was used already, has expired or was replaced by a later one: ask for another one"
        case .busy: "too many passwords are being checked at the moment: try again in a few seconds"
        case .notAllowed: "the account has not the role that this needs: ask the operator for it"
        case .notFound: "there is no such account: check the e-mail address, or register"
        case .notConfirmed:
            "the account has not confirmed its e-mail address: let its owner confirm it with the link of the mail"
        case .emailTaken: "another account has this e-mail address: sign in, or reset its password"
        case .localOnly: "no server offers this: run it on the machine of the store"
        case .networkUnreachable:
            "the server cannot be reached\(cause.map { ": \($0)" } ?? ""): check the network and the server's address"
        case .serverError: "the server reports an error: \(DisplayedText(detail ?? "unknown", limit: 500))"
        default: "\(code)"
        }
    }

    /// The message.
    public var description: String { message }
}

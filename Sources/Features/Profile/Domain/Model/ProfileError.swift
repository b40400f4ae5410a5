public import DomainKit

/// Why a command on a profile was refused.
public struct ProfileError: Error, Sendable {
    /// The error codes; more may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// The profile is not set up.
        public static let notFound = Code(description: "notFound")

        /// The profile is set up already, which happens only once.
        public static let alreadyComplete = Code(description: "alreadyComplete")

        /// Another user has the screen name (case-insensitive).
        public static let screenNameTaken = Code(description: "screenNameTaken")

        /// The profile was erased together with the user's account.
        public static let erased = Code(description: "erased")

        /// The change is recorded, but the read model does not show it yet.
        public static let notShown = Code(description: "notShown")

        /// The server of the profiles cannot be reached; a change may have been made if its answer was lost.
        public static let networkUnreachable = Code(description: "networkUnreachable")

        /// The session with the server has ended.
        public static let sessionExpired = Code(description: "sessionExpired")

        /// The server reports an error: see ``ProfileError/cause``.
        public static let serverError = Code(description: "serverError")
    }

    /// The error code.
    public let code: Code

    /// The user; `nil` in errors of the decider, which knows no identities.
    public let user: UserID?

    /// The requested screen name, if the error is about it.
    public let screenName: ScreenName?

    /// For `notShown`, the version at which the profile is recorded.
    public let version: UInt64?

    /// The underlying error, if there is one.
    public let cause: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The error code.
    ///   - user: The user, if known.
    ///   - screenName: The requested screen name, if the error is about it.
    ///   - version: For `notShown`, the version at which the profile is recorded.
    ///   - cause: The underlying error, if there is one.
    public init(
        code: Code, user: UserID? = nil, screenName: ScreenName? = nil, version: UInt64? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.user = user
        self.screenName = screenName
        self.version = version
        self.cause = cause
    }

    /// A copy of the error that names the user.
    func about(_ user: UserID) -> ProfileError {
        ProfileError(code: code, user: user, screenName: screenName, version: version, cause: cause)
    }
}

extension ProfileError: DescribedError {
    /// The user, what is wrong, and the remedy.
    public var message: String {
        let profile = user.map { "the profile of user \(DisplayedText($0.text))" } ?? "the profile"
        return switch code {
        case .notFound: "\(profile) was not set up: check the user's id, or set it up first"
        case .erased: "\(profile) was erased together with the account: register again"
        case .alreadyComplete: "\(profile) was set up already: change its screen name or correct its birthday"
        case .screenNameTaken:
            "the screen name \(screenName.map { "\(DisplayedText($0.text)) " } ?? "")is taken by another user (case is "
                + "ignored): choose another one"
        case .notShown:
            "\(profile) was recorded\(version.map { " at version \($0)" } ?? ""); the read model does not show it yet: "
                + (cause.map { "\($0)" } ?? "replay the read model")
        case .networkUnreachable, .sessionExpired, .serverError: cause.map { "\($0)" } ?? "\(profile): \(code)"
        default: "\(profile): \(code)"
        }
    }

    /// The message.
    public var description: String { message }
}

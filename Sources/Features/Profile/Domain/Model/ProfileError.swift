public import DomainKit

/// Why something that was wanted of a profile is refused.
public struct ProfileError: Error, Sendable {
    /// The kinds of refusal; more may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// The profile was not set up yet.
        public static let notFound = Code(description: "notFound")

        /// The profile was set up already, which happens once.
        public static let alreadyComplete = Code(description: "alreadyComplete")

        /// Another user has the screen name, in whatever capital and small letters.
        public static let screenNameTaken = Code(description: "screenNameTaken")

        /// What was wanted of the profile is recorded, but the read model does not show it yet.
        public static let notShown = Code(description: "notShown")
    }

    /// What kind of refusal it is.
    public let code: Code

    /// The user; `nil` where the decider speaks, which knows no identities.
    public let user: UserID?

    /// The screen name that was wanted, where the refusal is about it.
    public let screenName: ScreenName?

    /// The version at which the profile is recorded, where only showing it failed.
    public let version: UInt64?

    /// What went wrong underneath, where something did.
    public let cause: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What kind of refusal it is.
    ///   - user: The user, where it is known.
    ///   - screenName: The screen name that was wanted, where the refusal is about it.
    ///   - version: The version at which the profile is recorded, where only showing it failed.
    ///   - cause: What went wrong underneath, where something did.
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

    /// The same error, naming the user.
    func about(_ user: UserID) -> ProfileError {
        ProfileError(code: code, user: user, screenName: screenName, version: version, cause: cause)
    }
}

extension ProfileError: DescribedError {
    /// Whose profile it is about, what is the matter with it, and what to do.
    public var message: String {
        let profile = user.map { "the profile of user \(DisplayedText($0.text))" } ?? "the profile"
        return switch code {
        case .notFound: "\(profile) was not set up: check the user's id, or set it up first"
        case .alreadyComplete: "\(profile) was set up already: change its screen name or correct its birthday"
        case .screenNameTaken:
            "the screen name \(screenName.map { "\(DisplayedText($0.text)) " } ?? "")is taken by another user, capital "
                + "and small letters are the same: choose another one"
        case .notShown:
            "\(profile) was recorded\(version.map { " at version \($0)" } ?? ""); the read model does not show it yet: "
                + (cause.map { "\($0)" } ?? "replay the read model")
        default: "\(profile): \(code)"
        }
    }

    /// The message.
    public var description: String { message }
}

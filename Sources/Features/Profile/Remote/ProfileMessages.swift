import DomainKit
public import FeatureAPI
public import ProfileDomain

/// A profile as JSON.
public struct ProfileMessage: APIMessage, Hashable {
    /// The user whose profile it is.
    public let user: String

    /// The screen name.
    public let screenName: String

    /// The day of birth, `YYYY-MM-DD`.
    public let birthday: String

    /// When the profile was set up, as RFC 3339.
    public let createdAt: String

    /// The time of its last event.
    public let updatedAt: String

    /// The version, which is also the entity tag.
    public let version: UInt64

    /// The form of a profile.
    public static var schema: Schema? {
        .object(
            name: "Profile",
            [
                .init("user", .string()), .init("screenName", .string()), .init("birthday", .string(format: "date")),
                .init("createdAt", .string(format: "date-time")), .init("updatedAt", .string(format: "date-time")),
                .init("version", .integer),
            ])
    }

    /// Creates the message of a profile.
    ///
    /// - Parameter details: The profile.
    public init(_ details: ProfileDetails) {
        user = details.id.text
        screenName = details.screenName
        birthday = details.birthday
        createdAt = details.createdAt.description
        updatedAt = details.updatedAt.description
        version = details.version
    }

    /// The profile.
    ///
    /// - Returns: The profile.
    /// - Throws: `ValidationError` or `TimeError` if the server sent something else.
    public func details() throws -> ProfileDetails {
        ProfileDetails(
            id: try UserID(user), screenName: screenName, birthday: birthday,
            createdAt: try Instant(parsing: createdAt),
            updatedAt: try Instant(parsing: updatedAt), version: version)
    }
}

/// A new profile as JSON; the user is the session's.
public struct NewProfileMessage: APIMessage, Hashable {
    /// The screen name, not validated yet.
    public let screenName: String

    /// The day of birth, `YYYY-MM-DD`, not validated yet.
    public let birthday: String

    /// The form of a new profile.
    public static var schema: Schema? {
        .object(
            name: "NewProfile", [.init("screenName", .string()), .init("birthday", .string(format: "date"))])
    }

    /// Creates the message.
    ///
    /// - Parameter input: The input for setting up the profile.
    public init(_ input: NewIdentity) {
        screenName = input.screenName
        birthday = input.birthday
    }

    /// The input for setting up the profile.
    ///
    /// - Parameter user: The user.
    /// - Returns: The input.
    public func input(for user: UserID) -> NewIdentity {
        NewIdentity(user: user.text, screenName: screenName, birthday: birthday)
    }
}

/// A new screen name as JSON.
public struct ScreenNameMessage: APIMessage, Hashable {
    /// The screen name, not validated yet.
    public let screenName: String

    /// The form of a new screen name.
    public static var schema: Schema? { .object(name: "ScreenName", [.init("screenName", .string())]) }

    /// Creates the message.
    ///
    /// - Parameter screenName: The screen name, not validated yet.
    public init(screenName: String) {
        self.screenName = screenName
    }
}

/// A corrected birthday as JSON.
public struct BirthdayMessage: APIMessage, Hashable {
    /// The day of birth, `YYYY-MM-DD`, not validated yet.
    public let birthday: String

    /// The form of a corrected birthday.
    public static var schema: Schema? { .object(name: "Birthday", [.init("birthday", .string(format: "date"))]) }

    /// Creates the message.
    ///
    /// - Parameter birthday: The day of birth, not validated yet.
    public init(birthday: String) {
        self.birthday = birthday
    }
}

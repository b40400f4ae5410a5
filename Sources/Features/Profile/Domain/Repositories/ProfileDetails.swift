public import DomainKit

/// What queries tell of a profile.
public struct ProfileDetails: Sendable, Equatable, Identifiable {
    /// The user whose profile it is.
    public let id: UserID

    /// What the user is called before others.
    public internal(set) var screenName: String

    /// The day on which the user was born, written `YYYY-MM-DD`.
    public internal(set) var birthday: String

    /// When the profile was set up.
    public let createdAt: Instant

    /// When something last happened to it.
    public internal(set) var updatedAt: Instant

    /// The version of its stream; events of foreign types are counted too.
    public internal(set) var version: UInt64

    /// Creates details, as a read model does that has them stored.
    ///
    /// - Parameters:
    ///   - id: The user whose profile it is.
    ///   - screenName: What the user is called before others.
    ///   - birthday: The day on which the user was born, written `YYYY-MM-DD`.
    ///   - createdAt: When the profile was set up.
    ///   - updatedAt: When something last happened to it.
    ///   - version: The version of its stream; events of foreign types are counted too.
    public init(
        id: UserID, screenName: String, birthday: String, createdAt: Instant, updatedAt: Instant, version: UInt64
    ) {
        self.id = id
        self.screenName = screenName
        self.birthday = birthday
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.version = version
    }
}

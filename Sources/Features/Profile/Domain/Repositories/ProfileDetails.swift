public import DomainKit

/// The details of a profile in the read model.
public struct ProfileDetails: Sendable, Equatable, Identifiable {
    /// The user whose profile it is.
    public let id: UserID

    /// The user's screen name.
    public internal(set) var screenName: String

    /// The day on which the user was born, written `YYYY-MM-DD`.
    public internal(set) var birthday: String

    /// When the profile was set up.
    public let createdAt: Instant

    /// The time of its last event.
    public internal(set) var updatedAt: Instant

    /// The version of its stream, which counts events of foreign types too.
    public internal(set) var version: UInt64

    /// Creates details, for read models that store them.
    ///
    /// - Parameters:
    ///   - id: The user whose profile it is.
    ///   - screenName: The user's screen name.
    ///   - birthday: The day on which the user was born, written `YYYY-MM-DD`.
    ///   - createdAt: When the profile was set up.
    ///   - updatedAt: The time of its last event.
    ///   - version: The version of its stream, which counts events of foreign types too.
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

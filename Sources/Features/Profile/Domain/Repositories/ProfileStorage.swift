public import DomainKit

/// The storage of profiles: repository, queries and change feed.
///
/// The three belong together: queries see what was saved through the repository.
public struct ProfileStorage: Sendable {
    /// The repository of profiles.
    public let repository: any ProfileRepository

    /// The queries on its read model.
    public let queries: any ProfileQueries

    /// The change feed of the read model.
    public let changes: any ChangeFeed

    private let changesOfUser: (@Sendable (UserID) -> any ChangeFeed)?

    // FEAT-31: A cached repository is a composite over any remote storage.
    /// The queries for observers: they may answer with what was known before, if ``changes`` then signals what is new.
    public let observedQueries: any ProfileQueries

    /// Creates a storage from its parts.
    ///
    /// - Parameters:
    ///   - repository: The repository of profiles.
    ///   - queries: The queries on its read model.
    ///   - changes: The change feed of the read model.
    ///   - changesOfUser: The change feeds of users' profiles; `nil` if all have the same.
    ///   - observedQueries: The queries for observers; `nil` for the same queries.
    public init(
        repository: any ProfileRepository, queries: any ProfileQueries, changes: any ChangeFeed,
        changesOfUser: (@Sendable (UserID) -> any ChangeFeed)? = nil, observedQueries: (any ProfileQueries)? = nil
    ) {
        self.repository = repository
        self.queries = queries
        self.changes = changes
        self.changesOfUser = changesOfUser
        self.observedQueries = observedQueries ?? queries
    }

    /// The change feed of a user's profile.
    ///
    /// - Parameter user: The user.
    /// - Returns: A feed that signals its changes, and may signal others'.
    public func changes(of user: UserID) -> any ChangeFeed {
        changesOfUser?(user) ?? changes
    }

    /// In-memory storage, for tests and experiments.
    ///
    /// - Parameter time: The clock for event times.
    /// - Returns: A storage without profiles.
    public static func inMemory(time: any TimeSource = SystemTimeSource()) -> ProfileStorage {
        let profiles = InMemoryProfileRepository(time: time)
        return ProfileStorage(repository: profiles, queries: profiles, changes: profiles.changes)
    }
}

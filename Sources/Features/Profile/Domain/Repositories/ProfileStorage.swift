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

    /// Creates a storage from its parts.
    ///
    /// - Parameters:
    ///   - repository: The repository of profiles.
    ///   - queries: The queries on its read model.
    ///   - changes: The change feed of the read model.
    public init(repository: any ProfileRepository, queries: any ProfileQueries, changes: any ChangeFeed) {
        self.repository = repository
        self.queries = queries
        self.changes = changes
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

public import DomainKit

/// Where profiles are kept: their histories, what can be asked about them, and what tells of changes.
///
/// The three belong together: whoever has saved something through the repository sees it in the queries.
public struct ProfileStorage: Sendable {
    /// Where the histories of profiles are kept.
    public let repository: any ProfileRepository

    /// The read model that belongs to it.
    public let queries: any ProfileQueries

    /// What tells of the changes of the read model.
    public let changes: any ChangeFeed

    /// Makes a storage of its parts.
    ///
    /// - Parameters:
    ///   - repository: Where the histories of profiles are kept.
    ///   - queries: The read model that belongs to it.
    ///   - changes: What tells of the changes of the read model.
    public init(repository: any ProfileRepository, queries: any ProfileQueries, changes: any ChangeFeed) {
        self.repository = repository
        self.queries = queries
        self.changes = changes
    }

    /// Keeps profiles in memory: for tests, and for trying things out.
    ///
    /// - Parameter time: What says when something happens.
    /// - Returns: A storage without profiles.
    public static func inMemory(time: any TimeSource = SystemTimeSource()) -> ProfileStorage {
        let profiles = InMemoryProfileRepository(time: time)
        return ProfileStorage(repository: profiles, queries: profiles, changes: profiles.changes)
    }
}

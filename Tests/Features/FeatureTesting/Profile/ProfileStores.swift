public import DomainKit
public import NacreTesting
public import ProfileDomain

/// The subject of the profiles' behaviours: an empty repository and its read model.
public struct ProfileStores: Sendable {
    /// The repository.
    public let repository: any ProfileRepository

    /// Its read model.
    public let queries: any ProfileQueries

    /// The changes of the read model.
    public let changes: any ChangeFeed

    /// The repository's clock, which also gives the current day.
    public let time: ManualTimeSource

    /// The use cases on both.
    public let profiles: ProfileUseCases

    /// Creates the subject.
    ///
    /// - Parameters:
    ///   - repository: The repository, empty.
    ///   - queries: Its read model.
    ///   - changes: The changes of the read model.
    ///   - time: The repository's clock.
    public init(
        repository: any ProfileRepository, queries: any ProfileQueries, changes: any ChangeFeed, time: ManualTimeSource
    ) {
        let storage = ProfileStorage(repository: repository, queries: queries, changes: changes)
        self.init(
            storage, profiles: ProfileUseCases(in: storage, time: time, retry: ConflictRetry(attempts: 100)),
            time: time)
    }

    /// Creates the subject from a composed storage.
    ///
    /// - Parameters:
    ///   - storage: The storage of profiles, empty.
    ///   - profiles: The use cases on it.
    ///   - time: The repository's clock.
    public init(_ storage: ProfileStorage, profiles: ProfileUseCases, time: ManualTimeSource) {
        repository = storage.repository
        queries = storage.queries
        changes = storage.changes
        self.profiles = profiles
        self.time = time
    }
}

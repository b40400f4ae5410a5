public import DomainKit
public import NacreTesting
public import ProfileDomain

/// What the behaviours of profiles are tested on: an empty repository, and the read model that belongs to it.
public struct ProfileStores: Sendable {
    /// The repository.
    public let repository: any ProfileRepository

    /// The read model that belongs to it.
    public let queries: any ProfileQueries

    /// What tells of the changes of the read model.
    public let changes: any ChangeFeed

    /// The clock that says when something happens in the repository, and which day it is.
    public let time: ManualTimeSource

    /// The use cases on both.
    public let profiles: ProfileUseCases

    /// Creates the subject.
    ///
    /// - Parameters:
    ///   - repository: The repository, empty.
    ///   - queries: The read model that belongs to it.
    ///   - changes: What tells of the changes of the read model.
    ///   - time: The clock that says when something happens in the repository.
    public init(
        repository: any ProfileRepository, queries: any ProfileQueries, changes: any ChangeFeed, time: ManualTimeSource
    ) {
        let storage = ProfileStorage(repository: repository, queries: queries, changes: changes)
        self.init(
            storage, profiles: ProfileUseCases(in: storage, time: time, retry: ConflictRetry(attempts: 100)),
            time: time)
    }

    /// Creates the subject of what somebody has put together.
    ///
    /// - Parameters:
    ///   - storage: Where profiles are kept, empty.
    ///   - profiles: The use cases on it.
    ///   - time: The clock that says when something happens.
    public init(_ storage: ProfileStorage, profiles: ProfileUseCases, time: ManualTimeSource) {
        repository = storage.repository
        queries = storage.queries
        changes = storage.changes
        self.profiles = profiles
        self.time = time
    }
}

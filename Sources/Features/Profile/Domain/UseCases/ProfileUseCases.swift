public import DomainKit

/// Everything that can be done with profiles, each use case behind its narrow protocol.
public struct ProfileUseCases: Sendable {
    /// Sets up a profile.
    public let completeIdentity: any IdentityCompleting

    /// Changes a screen name.
    public let changeScreenName: any ScreenNameChanging

    /// Puts a birthday right.
    public let correctBirthday: any BirthdayCorrecting

    /// Observes one profile.
    public let observe: any ProfileObserving

    /// Observes a page of the profiles.
    public let observeAll: any ProfileListObserving

    /// Those of them that only ask.
    public let reads: ProfileReads

    /// Fetches one profile.
    public var fetch: any ProfileFetching { reads.fetch }

    /// Fetches all profiles, page by page.
    public var fetchAll: any ProfileListing { reads.fetchAll }

    /// Creates the use cases on one repository and the read model that belongs to it.
    ///
    /// - Parameters:
    ///   - repository: Where the histories of profiles are kept.
    ///   - queries: The read model that belongs to it.
    ///   - changes: What tells of the changes of the read model.
    ///   - time: What says which day it is, in UTC.
    ///   - retry: How often a conflict is met with another attempt.
    public init(
        repository: any ProfileRepository, queries: any ProfileQueries, changes: any ChangeFeed, time: any TimeSource,
        retry: ConflictRetry = ConflictRetry()
    ) {
        completeIdentity = CompleteIdentity(repository: repository, queries: queries, time: time, retry: retry)
        changeScreenName = ChangeScreenName(repository: repository, queries: queries, retry: retry)
        correctBirthday = CorrectBirthday(repository: repository, queries: queries, time: time, retry: retry)
        observe = ObserveProfile(queries: queries, changes: changes)
        observeAll = ObserveProfiles(queries: queries, changes: changes)
        reads = ProfileReads(queries: queries)
    }
}

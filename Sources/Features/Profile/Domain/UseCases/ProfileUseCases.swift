public import DomainKit

/// The use cases of profiles, each behind its own protocol.
public struct ProfileUseCases: Sendable {
    /// Sets up a profile.
    public let completeIdentity: any IdentityCompleting

    /// Changes a screen name.
    public let changeScreenName: any ScreenNameChanging

    /// Corrects a birthday.
    public let correctBirthday: any BirthdayCorrecting

    /// Changes a profile at a version, by several commands in one commit.
    public let revise: any ProfileRevising

    /// Observes one profile.
    public let observe: any ProfileObserving

    /// Observes a page of the profiles.
    public let observeAll: any ProfileListObserving

    /// The queries among these use cases.
    public let reads: ProfileReads

    /// Fetches one profile.
    public var fetch: any ProfileFetching { reads.fetch }

    /// Fetches all profiles, page by page.
    public var fetchAll: any ProfileListing { reads.fetchAll }

    /// Creates the use cases on one storage.
    ///
    /// - Parameters:
    ///   - storage: The storage of profiles.
    ///   - time: The clock for the current day, in UTC.
    ///   - retry: The retry policy for conflicts.
    public init(in storage: ProfileStorage, time: any TimeSource, retry: ConflictRetry = ConflictRetry()) {
        let (repository, queries, changes) = (storage.repository, storage.queries, storage.changes)
        completeIdentity = CompleteIdentity(repository: repository, queries: queries, time: time, retry: retry)
        changeScreenName = ChangeScreenName(repository: repository, queries: queries, retry: retry)
        correctBirthday = CorrectBirthday(repository: repository, queries: queries, time: time, retry: retry)
        revise = ReviseProfile(repository: repository, queries: queries)
        observe = ObserveProfile(queries: storage.observedQueries, changes: storage.changes(of:))
        observeAll = ObserveProfiles(queries: storage.observedQueries, changes: changes)
        reads = ProfileReads(queries: queries)
    }
}

public import DomainKit

/// Observing a page of the profiles: as it is now, and then each time that it has changed.
///
/// `LiveValues` says what comes, what does not, and how it ends: with a `ValidationError` for a limit that is out of range.
public protocol ProfileListObserving: Sendable {
    /// Observes a page of profiles.
    ///
    /// - Parameter input: Which profiles are wanted.
    /// - Returns: The profiles in the order in which they were set up, and where to go on.
    func callAsFunction(_ input: ProfilePageRequest) -> LiveValues<Page<ProfileDetails>>
}

extension ProfileListObserving {
    /// Observes a page of profiles.
    ///
    /// - Parameters:
    ///   - cursor: Where to go on, from the page before; `nil` for the beginning.
    ///   - limit: How many profiles are wanted at most, from 1 to 1,000.
    /// - Returns: The profiles in the order in which they were set up, and where to go on.
    public func callAsFunction(
        after cursor: PageCursor? = nil, limit: Int = PageLimit.standard
    ) -> LiveValues<Page<ProfileDetails>> {
        self(ProfilePageRequest(after: cursor, limit: limit))
    }
}

/// Observes a page of the profiles of a read model.
public struct ObserveProfiles: ProfileListObserving {
    private let fetchAll: FetchProfiles
    private let changes: any ChangeFeed

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - queries: The read model.
    ///   - changes: What tells of its changes.
    public init(queries: any ProfileQueries, changes: any ChangeFeed) {
        fetchAll = FetchProfiles(queries: queries)
        self.changes = changes
    }

    /// Observes a page of profiles.
    ///
    /// - Parameter input: Which profiles are wanted.
    /// - Returns: The profiles in the order in which they were set up, and where to go on.
    public func callAsFunction(_ input: ProfilePageRequest) -> LiveValues<Page<ProfileDetails>> {
        LiveValues(following: changes) { [fetchAll] in try await fetchAll(input) }
    }
}

public import DomainKit

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

public import DomainKit

/// Observing a page of profiles: its present contents, then its contents after each change.
///
/// `LiveValues` documents which values are delivered and how observing ends. A limit out of range ends it with a
/// `ValidationError`.
public protocol ProfileListObserving: Sendable {
    /// Observes a page of profiles.
    ///
    /// - Parameter input: The requested page.
    /// - Returns: The profiles in order of set-up, and the cursor of the next page.
    func callAsFunction(_ input: ProfilePageRequest) -> LiveValues<Page<ProfileDetails>>
}

extension ProfileListObserving {
    /// Observes a page of profiles.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of profiles, 1 to 1,000.
    /// - Returns: The profiles in order of set-up, and the cursor of the next page.
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
    ///   - changes: The change feed of the read model.
    public init(queries: any ProfileQueries, changes: any ChangeFeed) {
        fetchAll = FetchProfiles(queries: queries)
        self.changes = changes
    }

    /// Observes a page of profiles.
    ///
    /// - Parameter input: The requested page.
    /// - Returns: The profiles in order of set-up, and the cursor of the next page.
    public func callAsFunction(_ input: ProfilePageRequest) -> LiveValues<Page<ProfileDetails>> {
        LiveValues(following: changes) { [fetchAll] in try await fetchAll(input) }
    }
}

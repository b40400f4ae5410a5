/// The queries on profiles, live or as of a past moment; each use case is behind its own protocol.
public struct ProfileReads: Sendable {
    /// Fetches one profile.
    public let fetch: any ProfileFetching

    /// Fetches all profiles, page by page.
    public let fetchAll: any ProfileListing

    /// Creates the use cases on a read model.
    ///
    /// - Parameter queries: The read model.
    public init(queries: any ProfileQueries) {
        fetch = FetchProfile(queries: queries)
        fetchAll = FetchProfiles(queries: queries)
    }
}

/// What can be asked about profiles, each use case behind its narrow protocol: of today, or of a moment of the past.
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

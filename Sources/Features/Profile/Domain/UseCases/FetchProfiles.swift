public import DomainKit

/// Fetches profiles from a read model, page by page.
public struct FetchProfiles: ProfileListing {
    private let queries: any ProfileQueries

    /// Creates the use case.
    ///
    /// - Parameter queries: The read model.
    public init(queries: any ProfileQueries) {
        self.queries = queries
    }

    /// Fetches a page of profiles.
    ///
    /// - Parameter input: Which profiles are wanted.
    /// - Returns: The profiles in the order in which they were set up, and where to go on.
    /// - Throws: What ``ProfileListing`` throws.
    public func callAsFunction(_ input: ProfilePageRequest) async throws -> Page<ProfileDetails> {
        try await queries.profiles(after: input.cursor, limit: PageLimit.validated(input.limit))
    }
}

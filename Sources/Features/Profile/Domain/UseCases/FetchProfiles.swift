public import DomainKit

/// A request for a page of profiles.
public struct ProfilePageRequest: Sendable, Hashable {
    /// The cursor of the previous page; `nil` for the first page.
    public var cursor: PageCursor?

    /// The maximum number of profiles, 1 to 1,000.
    public var limit: Int

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of profiles, 1 to 1,000.
    public init(after cursor: PageCursor? = nil, limit: Int = PageLimit.standard) {
        self.cursor = cursor
        self.limit = limit
    }
}

/// Fetching all profiles, page by page, in order of set-up.
///
/// Throws `ValidationError` if the limit is out of range.
public protocol ProfileListing: UseCase where Input == ProfilePageRequest, Output == Page<ProfileDetails> {}

extension ProfileListing {
    /// Fetches a page of profiles.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of profiles, 1 to 1,000.
    /// - Returns: The profiles, and the cursor of the next page.
    /// - Throws: What ``ProfileListing`` throws.
    public func callAsFunction(
        after cursor: PageCursor? = nil, limit: Int = PageLimit.standard
    ) async throws -> Page<ProfileDetails> {
        try await self(ProfilePageRequest(after: cursor, limit: limit))
    }
}

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
    /// - Parameter input: The requested page.
    /// - Returns: The profiles in order of set-up, and the cursor of the next page.
    /// - Throws: What ``ProfileListing`` throws.
    public func callAsFunction(_ input: ProfilePageRequest) async throws -> Page<ProfileDetails> {
        try await queries.profiles(after: input.cursor, limit: PageLimit.validated(input.limit))
    }
}

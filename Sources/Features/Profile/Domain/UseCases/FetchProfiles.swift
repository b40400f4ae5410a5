public import DomainKit

/// Which profiles are wanted.
public struct ProfilePageRequest: Sendable, Hashable {
    /// Where to go on, from the page before; `nil` for the beginning.
    public var cursor: PageCursor?

    /// How many profiles are wanted at most, from 1 to 1,000.
    public var limit: Int

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - cursor: Where to go on, from the page before; `nil` for the beginning.
    ///   - limit: How many profiles are wanted at most, from 1 to 1,000.
    public init(after cursor: PageCursor? = nil, limit: Int = PageLimit.standard) {
        self.cursor = cursor
        self.limit = limit
    }
}

/// Fetching all profiles, page by page, in the order in which they were set up.
///
/// Throws `ValidationError` for a limit that is out of range.
public protocol ProfileListing: UseCase where Input == ProfilePageRequest, Output == Page<ProfileDetails> {}

extension ProfileListing {
    /// Fetches a page of profiles.
    ///
    /// - Parameters:
    ///   - cursor: Where to go on, from the page before; `nil` for the beginning.
    ///   - limit: How many profiles are wanted at most, from 1 to 1,000.
    /// - Returns: The profiles, and where to go on.
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
    /// - Parameter input: Which profiles are wanted.
    /// - Returns: The profiles in the order in which they were set up, and where to go on.
    /// - Throws: What ``ProfileListing`` throws.
    public func callAsFunction(_ input: ProfilePageRequest) async throws -> Page<ProfileDetails> {
        try await queries.profiles(after: input.cursor, limit: PageLimit.validated(input.limit))
    }
}

public import DomainKit
public import FeatureAPI
public import ProfileDomain

/// Queries on the profiles at a server: that of the session's account, and, for operators, all.
///
/// A page has at most 1,000 profiles, whatever limit is given.
public struct RemoteProfileQueries: ProfileQueries {
    private let client: APIClient

    /// Creates queries.
    ///
    /// - Parameter client: The client of the server.
    public init(_ client: APIClient) {
        self.client = client
    }

    /// The details of a profile.
    public func profile(_ id: UserID) async throws -> ProfileDetails? {
        try await client.profile(id)
    }

    /// A page of profiles: for operators.
    public func profiles(after cursor: PageCursor?, limit: Int) async throws -> Page<ProfileDetails> {
        let request = ProfilePageRequest(after: cursor, limit: min(limit, PageLimit.allowed.upperBound))
        return try await mappingErrors {
            try await client.call(ProfileEndpoints.list, ProfilePageParameters(request)).page()
        }
    }
}

public import FeatureAPI
public import ProfileDomain

extension ProfileStorage {
    /// Profiles at a server: that of the session's account, and, for operators, all.
    ///
    /// - Parameter client: The client of the server.
    /// - Returns: A storage whose errors are those of the domain.
    public static func remote(_ client: APIClient) -> ProfileStorage {
        ProfileStorage(
            repository: RemoteProfileRepository(client), queries: RemoteProfileQueries(client),
            changes: RemoteChangeFeed(ProfileEndpoints.changes, NoParameters(), of: client))
    }
}

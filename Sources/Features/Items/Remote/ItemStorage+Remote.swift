public import FeatureAPI
public import ItemsDomain

extension ItemStorage {
    /// Items at a server.
    ///
    /// ```swift
    /// let transport = HTTPClientTransport(to: try ServerAddress("https://nacre.example.com"))
    /// let client = APIClient(over: transport, session: FixedSession(token))
    ///
    /// var options = Application.Options()
    /// options.itemStorage = .remote(client)
    /// ```
    ///
    /// - Parameters:
    ///   - client: The client of the server.
    ///   - scope: The items: those of the session's account, or, for operators, all.
    /// - Returns: A storage whose errors are those of the domain.
    public static func remote(_ client: APIClient, scope: ItemScope = .own) -> ItemStorage {
        ItemStorage(
            repository: RemoteItemRepository(client, scope: scope), queries: RemoteItemQueries(client, scope: scope),
            changes: RemoteChangeFeed(ItemEndpoints.changes, ItemScopeParameters(scope), of: client))
    }
}

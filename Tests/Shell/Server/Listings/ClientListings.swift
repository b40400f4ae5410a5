import FeatureAPI
import FeatureCache
import FeatureHTTPClient
import ItemsDomain
import ItemsRemote
import ProfileDomain
import ProfileRemote
import Shell

// The listings of clients in `Docs/Serving.md`, and that of `ItemStorage.remote(_:scope:)`.

enum ClientListings {
    static func options(token: SessionToken) throws -> (Application.Options, HTTPClientTransport) {
        let transport = HTTPClientTransport(to: try ServerAddress("https://nacre.example.com"))
        let client = APIClient(over: transport, session: FixedSession(token))

        var options = Application.Options()
        options.itemStorage = .remote(client)
        options.profileStorage = .remote(client)
        return (options, transport)
    }

    static func cached(
        _ client: APIClient, of account: @escaping @Sendable () async throws -> String?
    ) -> Application.Options {
        var options = Application.Options()
        let cached = CachedItems(over: .remote(client), in: InMemoryAnswerCache(), options: .remote(account: account))
        options.itemStorage = cached.storage
        return options
    }
}

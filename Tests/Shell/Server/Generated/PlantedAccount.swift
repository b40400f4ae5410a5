import AuthDomain
import AuthRemote
import DomainKit
import FeatureAPI
import FeatureTesting
import ItemsDomain
import ItemsRemote
import ProfileDomain
import ProfileRemote
import Testing

/// An account with planted values that no other account may ever see.
struct PlantedAccount: Sendable {
    static let planted = ["planted-name-7f3a", "planted-mail-7f3a@example.com", "planted.7f3a"]

    let session: TestServer.Session
    let items: [String]

    /// Tokens of links that were redeemed, and of sessions that were ended.
    let spentTokens: [String]

    /// The values that must not be shown.
    var secrets: [String] { Self.planted + [session.token] }

    init(on server: TestServer) async throws {
        session = try await server.session(Self.planted[1])
        var spent: [String] = []
        try await server.sendMail()
        let confirmation = try #require(server.mailBox.lastToken)
        #expect(try await server.call(AuthEndpoints.confirmEmail, LinkMessage(token: confirmation)).status == 204)
        spent.append(confirmation.text)
        let ended = try await server.signIn(Self.planted[1])
        #expect(try await server.call(AuthEndpoints.signOut, as: ended).status == 204)
        spent.append(ended.token)
        spentTokens = spent
        var items: [String] = []
        for _ in 0..<3 { items.append("\(try await server.item(Self.planted[0], as: session).id)") }
        self.items = items
        let profile = NewProfileMessage(NewIdentity(user: "", screenName: Self.planted[2], birthday: "1990-12-10"))
        #expect(try await server.call(ProfileEndpoints.complete, profile, as: session).status == 201)
    }

    /// Everything of the account.
    func contents(on server: TestServer) async throws -> [String] {
        let answers = [
            try await server.call(ItemEndpoints.list, ItemPageParameters(), as: session),
            try await server.call(ProfileEndpoints.fetch, as: session),
            try await server.call(AuthEndpoints.account, as: session),
        ]
        return answers.map { "\($0.status) \(String(decoding: $0.body, as: UTF8.self))" }
            .map { $0.replacing(/"expiresAt":"[^"]*"/, with: "") }
    }
}

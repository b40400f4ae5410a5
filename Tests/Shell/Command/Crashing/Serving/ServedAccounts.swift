import AsyncHTTPClient
import AuthDomain
import AuthRemote
import AuthSecrets
import DomainKit
import FeatureAPI
import Foundation
import TestFolders
import Testing

/// A store with a person, who has given something of every kind, and another account.
struct ServedAccounts: Sendable {
    static let email = "planted.address@example.com"
    static let password = "planted and long password"
    static let screenName = "Planted_Oyster"
    static let item = "planted milk and honey"
    static let otherItem = "bread of another account"

    /// The token of the person's session.
    let token: String

    /// The token of the other account's session.
    let otherToken: String

    /// What must not be found after the deletion of the person's account, with a name for each.
    private let searched: [(name: String, bytes: [UInt8])]

    /// The bytes of the key of the person's account.
    private let key: [UInt8]

    /// Serves a new store, uses it as both accounts, and kills the server.
    static func plant(in folder: TemporaryFolder, _ http: HTTPClient) async throws -> ServedAccounts {
        let server = ServerProcess(in: folder)
        try await server.start()
        let signedIn: (person: SignedInMessage, other: SignedInMessage)
        do {
            let port = await server.port
            signedIn = (
                try await use(ServedClient(http, port, email: email), item: item, screenName: screenName),
                try await use(
                    ServedClient(http, port, email: "bystander@example.com"), item: otherItem, screenName: "Bystander")
            )
        } catch {
            try await server.kill()
            throw error
        }
        try await server.kill()
        return try await ServedAccounts(signedIn, in: folder.path("served.nacre"))
    }

    /// Registers, signs in, and creates an item and a profile.
    private static func use(_ client: ServedClient, item: String, screenName: String) async throws -> SignedInMessage {
        var client = client
        #expect(try await client.register().status == 202)
        let answer = try await client.signIn()
        #expect(answer.status == 201)
        let session = try MessageCoding.decode(answer.body, as: SignedInMessage.self)
        client.client.token = session.token
        #expect(try await client.send(.post, "/v1/items", #"{"name":"\#(item)"}"#).status == 201)
        let profile = #"{"screenName":"\#(screenName)","birthday":"1912-06-23"}"#
        #expect(try await client.send(.post, "/v1/profile", profile).status == 201)
        #expect(try await client.items() == [item])
        return session
    }

    private init(_ signedIn: (person: SignedInMessage, other: SignedInMessage), in store: String) async throws {
        (token, otherToken) = (signedIn.person.token, signedIn.other.token)
        let account = try AccountID(parsing: signedIn.person.account)
        var searched = [Self.email, Self.password, Self.screenName, "1912-06-23", Self.item, token]
            .map { (name: $0, bytes: Array($0.utf8)) }
        searched.append(
            ("the token", try #require(Token(token)).bytes.withBytes { span in span.indices.map { span[$0] } }))
        let secrets = try await LMDBSecretStore.open(in: store, sodium: try Sodium())
        for credential in try await secrets.credentials(of: account) {
            let hash = try #require(try await secrets.passwordHash(credential.id, of: account))
            searched.append(("the hash", hash.bytes.withBytes { span in span.indices.map { span[$0] } }))
        }
        await secrets.close()
        key = try Self.key(of: account, in: store)
        searched.append(("the key", key))
        self.searched = searched
    }

    /// The key of an account, in the slot that has it as its owner (see FileFormat).
    private static func key(of account: AccountID, in store: String) throws -> [UInt8] {
        let bytes = Array(try Data(contentsOf: URL(filePath: "\(store)/\(LMDBSecretStore.keysFileName)")))
        let owner = [account.high, account.low].flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }
        let slot = try #require(
            stride(from: 0, to: bytes.count, by: 128).first { Array(bytes[$0 + 16..<$0 + 32]) == owner })
        return Array(bytes[slot + 32..<slot + 64])
    }

    /// Clients with the sessions of both accounts.
    func clients(of port: Int, _ http: HTTPClient) -> (person: ServedClient, bystander: ServedClient) {
        (
            ServedClient(http, port, email: Self.email, token: token),
            ServedClient(http, port, email: "bystander@example.com", token: otherToken)
        )
    }

    /// Whether the file of keys has the key of the person's account.
    func hasKey(in folder: TemporaryFolder) throws -> Bool {
        try Data(contentsOf: URL(filePath: folder.path("served.nacre/keys"))).range(of: Data(key)) != nil
    }

    /// What is found, and in which file of the store; all bytes are searched, those of free pages included.
    func traces(in folder: TemporaryFolder) throws -> [String] {
        let store = folder.path("served.nacre")
        return try FileManager.default.contentsOfDirectory(atPath: store).sorted().flatMap { name in
            let bytes = try Data(contentsOf: URL(filePath: "\(store)/\(name)"))
            return searched.filter { bytes.range(of: Data($0.bytes)) != nil }.map { "\($0.name) in \(name)" }
        }
    }
}

/// A client of a served store, for one account.
struct ServedClient: Sendable {
    private let email: String
    var client: PatientClient

    init(_ http: HTTPClient, _ port: Int, email: String, token: String? = nil) {
        self.email = email
        client = PatientClient(http: http, port: port, token: token)
    }

    /// Sends a request with JSON, and with an idempotency key if it is a `POST`.
    func send(_ method: APIMethod, _ path: String, _ json: String = "") async throws -> APIResponse {
        var request = APIRequest(method, path, body: Array(json.utf8))
        if !json.isEmpty { request.fields["content-type"] = "application/json" }
        if method == .post { request.fields["idempotency-key"] = "\(email)\(path)" }
        return try await client.send(request).response
    }

    func register() async throws -> APIResponse { try await send(.post, "/v1/auth/accounts", credentials) }

    func signIn() async throws -> APIResponse {
        var client = self
        client.client.token = nil
        return try await client.send(.post, "/v1/auth/sessions", credentials)
    }

    private var credentials: String { #"{"email":"\#(email)","password":"\#(ServedAccounts.password)"}"# }

    /// Deletes the account.
    ///
    /// - Returns: The status of the answer.
    func delete() async throws -> Int {
        try await send(.post, "/v1/auth/account/delete", #"{"password":"\#(ServedAccounts.password)"}"#).status
    }

    /// The names of the account's items.
    func items() async throws -> [String] {
        struct Page: Decodable {
            struct Item: Decodable { let name: String }
            let items: [Item]
        }
        return try JSONDecoder().decode(Page.self, from: Data(try await send(.get, "/v1/items").body)).items.map(\.name)
    }

    /// The screen name of the account.
    func screenName() async throws -> String {
        struct Profile: Decodable { let screenName: String }
        return try JSONDecoder().decode(Profile.self, from: Data(try await send(.get, "/v1/profile").body)).screenName
    }
}

import AuthDomain
import AuthRemote
import AuthSecrets
import DomainKit
import FeatureAPI
import FeatureTesting
import Foundation
import InMemoryLogging
import ItemsDomain
import Logging
import Nacre
import NacreLMDB
import NacreRuntime
import ProfileDomain
import Shell
import Synchronization
import TestFolders
import TestTraits
import Testing

@testable import ShellServer

/// What a person has given is looked for in the bytes of all files, exports, logs and metrics.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct ErasedAccountTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What the person gives, by name.
    private static let planted = [
        "email": "planted.address@example.com", "password": TestServer.password, "screen name": "Planted_Oyster",
        "screen name in lower case": "planted_oyster", "former screen name": "Planted_Pearl", "birthday": "1912-06-23",
        "item": "planted milk and honey", "former item": "planted bread and salt",
    ]

    /// The name of an item without an owner, which shows that the search finds what is there.
    private static let control = "control: an item of the operator"

    @Test func `no secret and no personal value is in clear anywhere, before and after the account is deleted`()
        async throws
    {
        let path = folder.path("shell.nacre")
        let storage = try await LMDBEngine.lmdb(at: path).open(for: .writing)
        let secrets = try await LMDBSecretStore.open(in: path, sodium: try Sodium())
        let application = try Application(on: storage, options: .init(requestsMail: true, sealing: secrets))
        let hasher = try await SodiumPasswordHasher.open(sodium: try Sodium(), cost: .cheapest)
        let values = Mutex<[String: [UInt8]]>([:])
        try await TestServer.run(
            on: application, secrets: secrets, hasher: TestPasswordHasher(counting: hasher)
        ) { server in
            let (session, keptToken) = try await Self.live(server)
            var searched = Self.planted.mapValues { Array($0.utf8) }
            searched["session"] = Array(session.token.utf8)
            searched["token of a kept answer"] = Array(keptToken.utf8)
            searched["idempotency key"] = Array("planted-key".utf8)
            searched["token"] = Array(try #require(server.mailBox.lastToken).text.utf8)
            let account = try AccountID(parsing: session.account)
            for credential in try await secrets.credentials(of: account) {
                let hash = try #require(try await secrets.passwordHash(credential.id, of: account))
                let encoded = hash.bytes.copy
                #expect(encoded.starts(with: Array("$argon2id$".utf8)))
                searched["hash"] = encoded
                searched["digest"] = Array(try #require(encoded.split(separator: UInt8(ascii: "$")).last))
            }
            values.withLock { [searched] in $0 = searched }
            #expect(try await Self.traces(of: searched, in: path, server) == [])

            let deleted = try await server.send(
                "POST", "/v1/auth/account/delete", json: #"{"password":"\#(TestServer.password)"}"#, as: session)
            #expect(deleted.status == 204)
            #expect(try await Self.traces(of: searched, in: path, server) == [])
            #expect(
                try await Self.traces(of: ["control": Array(Self.control.utf8)], in: path, server).contains(
                    "control in log"))
            #expect(try await application.reads.items.fetchAll().elements.map(\.name) == [Self.control])
            #expect(try await application.reads.profiles.fetchAll().elements.isEmpty)
        }
        await hasher.close()
        await secrets.close()
        await application.close()
        let searched = values.withLock { $0 }
        #expect(!searched.isEmpty)
        for (name, bytes) in try Self.files(in: path) {
            #expect(Self.found(searched, in: bytes).isEmpty, "\(name)")
        }
    }

    /// A person registers, and uses everything.
    ///
    /// - Returns: The session, and the token in an answer that is kept for repeats.
    private static func live(_ server: TestServer) async throws -> (TestServer.Session, keptToken: String) {
        let session = try await server.session("planted.address@example.com")
        // Its answer, with another token, is kept for repeats.
        let credentials = CredentialsMessage(email: session.email, password: TestServer.password)
        let kept = try await server.call(
            AuthEndpoints.signIn, credentials, as: nil, ["idempotency-key": "planted-key"])
        let keptToken = try kept.message(SignedInMessage.self).token
        func send(_ method: String, _ path: String, _ json: String, _ status: Int) async throws -> String {
            let answer = try await server.send(method, path, json: json, as: session, ["if-match": "*"])
            #expect(answer.status == status)
            return answer.fields["location"] ?? ""
        }
        _ = try await send(
            "POST", "/v1/profile", #"{"screenName":"Planted_Pearl","birthday":"1912-06-23"}"#, 201)
        _ = try await send("PUT", "/v1/profile/screen-name", #"{"screenName":"Planted_Oyster"}"#, 200)
        let item = try await send("POST", "/v1/items", #"{"name":"planted bread and salt"}"#, 201)
        _ = try await send("PATCH", item, #"{"name":"planted milk and honey"}"#, 200)
        _ = try await server.send("POST", "/v1/auth/password-resets", json: #"{"email":"planted.address@example.com"}"#)
        try await server.sendMail()
        _ = try await server.application.items.create(name: control)
        // Read models are brought up to date by queries.
        #expect(try await server.application.reads.items.fetchAll().elements.count == 2)
        #expect(try await server.application.reads.profiles.fetchAll().elements.map(\.birthday) == ["1912-06-23"])
        return (session, keptToken)
    }

    /// Which values are found, and where.
    private static func traces(
        of values: [String: [UInt8]], in path: String, _ server: TestServer
    ) async throws -> [String] {
        var export: [UInt8] = []
        for try await event in server.application.store.readLog() { NDJSON.write(event, to: &export) }
        let logged = server.log.entries.map { "\($0.message) \($0.metadata) \($0.error.map { "\($0)" } ?? "")" }
            .joined()
        var places = try files(in: path).map { (name: $0.name == "journal" ? "log" : $0.name, bytes: $0.bytes) }
        places.append(("log", export))
        places.append(("logs and metrics", Array((logged + server.metrics.text).utf8)))
        return places.flatMap { place in found(values, in: place.bytes).map { "\($0) in \(place.name)" } }
    }

    private static func files(in path: String) throws -> [(name: String, bytes: [UInt8])] {
        try FileManager.default.contentsOfDirectory(atPath: path).map { name in
            (name, Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)"))))
        }
    }

    /// The names of the values that some bytes hold, as they are, as UTF-16, hexadecimal digits or Base64.
    private static func found(_ values: [String: [UInt8]], in bytes: [UInt8]) -> [String] {
        let bytes = Data(bytes)
        return values.filter { _, value in
            let plain = Data(value)
            let hexadecimal = plain.map { String(format: "%02x", $0) }.joined()
            let base64 = plain.base64EncodedString().prefix(plain.count / 3 * 4)
            let forms = [
                plain, Data(value.flatMap { [$0, 0] }), Data(hexadecimal.utf8),
                Data(base64.utf8),
            ]
            return forms.contains { bytes.range(of: $0) != nil }
        }.keys.sorted()
    }
}

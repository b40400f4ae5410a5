import AsyncHTTPClient
import AuthDomain
import DomainKit
import FeatureAPI
import ItemsDomain
import ItemsRemote
import NIOCore
import NIOHTTP1
import ProfileDomain
import ProfileRemote
import Testing

/// Sends generated requests, one after the other, in a session that is renewed when it ends.
///
/// The first client is an operator, who may see and change what others have, but is given none of their ids.
struct GeneratingClient {
    private static let ending: Set = [
        "signOut", "signOutEverywhere", "changePassword", "deleteAccount", "resetPassword",
    ]

    private let number: UInt64
    private let seed: UInt64
    private let document: APIDocument
    private let victim: PlantedAccount
    private let links: LinkMails
    private let server: TestServer
    private var requests: RequestGenerator
    private var accounts = 0
    private var answered: Set<String> = []

    init(
        _ number: UInt64, seed: UInt64, _ document: APIDocument, _ victim: PlantedAccount, _ links: LinkMails,
        _ server: TestServer
    ) async throws {
        (self.number, self.seed, self.document, self.victim) = (number, seed, document, victim)
        (self.links, self.server) = (links, server)
        let foreignIDs = number == 0 ? [] : victim.items + [victim.session.account]
        let addresses = (1...3).map { "user\(number).\($0)@example.com" }
        requests = RequestGenerator(
            document, name: "client-\(number)", seed: seed &* 1_000 &+ number,
            values: [
                "email": addresses, "password": [TestServer.password], "current": [TestServer.password, "wrong"],
                "name": ["Buy milk", "Buy bread"], "screenName": (1...50).map { "user\(number).\($0)" },
                "type": ["rename", "complete", "reopen", "create", "restore"],
                "birthday": ["1990-12-10", "2000-02-29"],
                "token": victim.spentTokens,
                "id": ["not-a-uuid"] + foreignIDs, "scope": ["own", "all"],
            ],
            foreignIDs: foreignIDs, spentTokens: victim.spentTokens, rare: Self.ending)
        try await renewSession()
    }

    /// Sends requests, and returns which operations succeeded and which problems came.
    mutating func run(_ count: UInt64) async throws -> Set<String> {
        for index in 0..<count {
            let request = try requests.next()
            let answer = try await send(request)
            let place = "seed \(seed), request \(index) of client \(number): \(request): \(answer.status)"
            // An answer to HEAD has no body to compare.
            let differences = request.method == "HEAD" ? [] : document.failures(of: answer, to: request.operation)
            #expect(differences == [], "\(place) \(String(decoding: answer.body, as: UTF8.self))")
            let text = String(decoding: answer.body, as: UTF8.self) + "\(answer.fields.all)"
            for secret in isOperator ? [victim.session.token] : victim.secrets {
                #expect(!text.contains(secret), "\(place)")
            }
            requests.learn(from: answer, to: request)
            if let problem = answer.problem { answered.insert(problem.code) }
            guard let operation = request.operation, operation.responses["\(answer.status)"] != nil else { continue }
            answered.insert("\(operation.name) succeeds")
            requests.succeeded.insert(operation.name)
            if Self.ending.contains(operation.name) { try await renewSession() }
        }
        return answered
    }

    private var isOperator: Bool { number == 0 }

    private mutating func renewSession() async throws {
        accounts += 1
        let session = try await server.session("client\(number).\(accounts)@example.com")
        (requests.token, requests.account) = (session.token, session.account)
        requests.examples = Self.changes(by: "client\(number).\(accounts)")
        if isOperator {
            try await links.makeOperator(session)
        } else if accounts <= 3 {
            let (confirmation, reset) = try await links.all(of: session)
            requests.examples["Link"] = [["token": .string(confirmation.text)]]
            requests.examples["PasswordReset"] = [
                ["token": .string(reset.text), "password": .string(TestServer.password)]
            ]
        }
        requests.items = []
        for name in ["one", "two"] { requests.items.append("\(try await server.item(name, as: session).id)") }
        guard accounts.isMultiple(of: 2) else { return }
        let screenName = "client\(number).\(accounts)"
        let profile = NewProfileMessage(NewIdentity(user: "", screenName: screenName, birthday: "1990-12-10"))
        #expect(try await server.call(ProfileEndpoints.complete, profile, as: session).status == 201)
    }

    /// Changes that fit items and profiles.
    private static func changes(by name: String) -> [String: [JSONValue]] {
        let items: [JSONValue] = [["type": "rename", "name": "Buy tea"], ["type": "rename", "name": "Buy soap"]]
        let profiles: [JSONValue] = [
            ["type": "complete", "screenName": .string(name), "birthday": "1990-12-10"],
            ["type": "changeScreenName", "screenName": .string("\(name).new")],
            ["type": "correctBirthday", "birthday": "2000-02-29"],
        ]
        return [
            "ItemChange": items + [["type": "complete"], ["type": "reopen"]], "ProfileChange": profiles,
            "ItemChanges": items.map { ["changes": [$0]] }, "ProfileChanges": profiles.map { ["changes": [$0]] },
        ]
    }

    /// Sends a request; of a stream, the answer has the first part.
    private func send(_ request: GeneratedRequest) async throws -> APIResponse {
        guard request.operation?.isStream == true else {
            return try await server.send(request.method, request.target, fields: request.fields, body: request.body)
        }
        let response = try await server.begin(
            request.method, request.target, fields: request.fields, body: request.body)
        var answer = APIResponse(status: Int(response.status.code))
        for header in response.headers { answer.fields.add(header.value, to: header.name) }
        for try await part in response.body {
            answer.body += part.readableBytesView
            if answer.status == 200 { break }
        }
        return answer
    }
}

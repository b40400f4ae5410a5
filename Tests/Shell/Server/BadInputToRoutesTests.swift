import AuthDomain
import AuthRemote
import DomainKit
import FeatureAPI
import FeatureTesting
import ItemsDomain
import ItemsRemote
import ProfileDomain
import ProfileRemote
import Shell
import Testing

@testable import ShellServer

/// Sends each kind of bad input to every route that it can be sent to.
///
/// The routes are those of the server; a route with a body needs a line in `bodies`.
@Suite(.timeLimit(.minutes(25))) struct BadInputToRoutesTests {
    /// A valid body of each route that takes one, by the route's name.
    private static let bodies: [String: [String: JSONValue]] = [
        "register": ["email": "new@example.com", "password": "a long and odd password"],
        "requestConfirmation": ["email": "ada@example.com"],
        "confirmEmail": ["token": "none"],
        "signIn": ["email": "ada@example.com", "password": "a long and odd password"],
        "changePassword": ["current": "a long and odd password", "password": "another odd password"],
        "requestPasswordReset": ["email": "ada@example.com"],
        "resetPassword": ["token": "none", "password": "another odd password"],
        "deleteAccount": ["password": "a long and odd password"],
        "createItem": ["name": "one"], "renameItem": ["name": "two"],
        "completeProfile": ["screenName": "Ada", "birthday": "1990-12-10"],
        "changeScreenName": ["screenName": "Countess"],
        "correctBirthday": ["birthday": "1990-12-11"],
        "reviseItem": ["changes": [["type": "rename", "name": "two"]]],
        "reviseProfile": ["changes": [["type": "changeScreenName", "screenName": "Countess"]]],
    ]

    /// An invalid text of each text parameter in a query.
    private static let invalidTexts = ["after": "x", "scope": "x"]

    private static let endpoints = APIServer.endpoints

    /// A server with an account that has an item and a profile, to which bad input does nothing.
    private func withServer(_ test: @escaping @Sendable (TestServer, Account) async throws -> Void) async throws {
        try await TestServer.run(.init(port: 0, limits: .generous)) { server in
            let session = try await server.session()
            let account = Account(session: session, item: try await server.item("one", as: session))
            let profile = NewProfileMessage(NewIdentity(user: "", screenName: "Ada", birthday: "1990-12-10"))
            #expect(try await server.call(ProfileEndpoints.complete, profile, as: session).status == 201)
            try await test(server, account)
            #expect(try await server.application.items.fetch(account.item.id).version == 1)
            #expect(try await server.application.profiles.fetch(UserID(session.account)).version == 1)
        }
    }

    private struct Account: Sendable {
        let session: TestServer.Session
        let item: ItemParameters

        /// A valid request of a route, apart from what a test changes.
        func request(_ endpoint: EndpointDescription) throws -> GeneratedRequest {
            var fields = APIFields(["if-match": "\"v1\""])
            session.sign(&fields)
            var request = GeneratedRequest(
                method: endpoint.method.rawValue,
                target: endpoint.path.description.replacing(
                    "{id}", with: endpoint.path.description.hasPrefix("/v1/profiles") ? session.account : "\(item.id)"),
                fields: fields)
            if let body = bodies[endpoint.name] {
                request.fields["content-type"] = "application/json"
                request.body = try MessageCoding.encode(JSONValue.object(body))
            }
            return request
        }
    }

    /// Requires the answer to a request.
    private static func expect(
        _ request: GeneratedRequest, _ status: Int, _ code: String, fields: [String]? = nil, from server: TestServer,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await server.send(
            request.method, request.target, fields: request.fields, body: request.body)
        let place = Comment(rawValue: "\(request): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
        #expect(answer.status == status, place, sourceLocation: sourceLocation)
        #expect(answer.problem?.code == code, place, sourceLocation: sourceLocation)
        #expect(answer.problem?.failures?.map(\.field) == fields, place, sourceLocation: sourceLocation)
    }

    @Test func `every route that takes a body is in the table`() {
        #expect(Set(Self.bodies.keys) == Set(Self.endpoints.filter { $0.body != nil }.map(\.name)))
    }

    @Test func `fields that are missing, unknown or of another type are named together`() async throws {
        try await withServer { server, account in
            for endpoint in Self.endpoints {
                guard case .object(_, let properties) = endpoint.body else { continue }
                var request = try account.request(endpoint)
                let wrong = Dictionary(uniqueKeysWithValues: properties.map { ($0.name, JSONValue.number(7)) })
                request.body = try MessageCoding.encode(JSONValue.object(wrong.merging(["more": true]) { $1 }))
                try await Self.expect(
                    request, 422, "invalid", fields: properties.map(\.name) + ["more"], from: server)
                request.body = Array("{}".utf8)
                let required = properties.filter(\.isRequired).map(\.name)
                try await Self.expect(request, 422, "invalid", fields: required, from: server)
                for body in ["null", "[]", "7", "\"text\""] {
                    request.body = Array(body.utf8)
                    try await Self.expect(request, 422, "invalid", fields: ["body"], from: server)
                }
            }
        }
    }

    @Test func `a body that is not JSON, not UTF-8, of another type or unexpected is refused`() async throws {
        try await withServer { server, account in
            for endpoint in Self.endpoints {
                var request = try account.request(endpoint)
                guard endpoint.body != nil else {
                    request.fields["content-type"] = "application/json"
                    request.body = Array("{}".utf8)
                    try await Self.expect(request, 400, "unexpectedBody", from: server)
                    continue
                }
                let valid = request.body
                for type in ["text/plain", "application/json; charset=latin1", nil] {
                    request.fields["content-type"] = type
                    try await Self.expect(request, 415, "unsupportedMediaType", from: server)
                }
                request.fields["content-type"] = "application/json; charset=utf-8"
                for body in [[], valid.dropLast(), valid + valid, Array("{\"a\":1e999}".utf8)] {
                    request.body = Array(body)
                    try await Self.expect(request, 400, "notJSON", from: server)
                }
                for body in [valid + [0xFF], [0], [0xFF, 0xFE] + valid, Array("{\"\u{0}\":1}".utf8)] {
                    request.body = body
                    try await Self.expect(request, 400, "notUTF8", from: server)
                }
            }
        }
    }

    @Test func `a body that is too large is refused by every route`() async throws {
        try await withServer { server, account in
            for endpoint in Self.endpoints {
                var request = try account.request(endpoint)
                request.body += [UInt8](repeating: UInt8(ascii: " "), count: 64 * 1024 + 1 - request.body.count)
                try await Self.expect(request, 413, "bodyTooLarge", from: server)
            }
        }
    }

    @Test func `wrong tokens, and tokens of another kind, are refused by every route that needs a session`()
        async throws
    {
        try await withServer { server, account in
            try await server.sendMail()
            let link = try #require(server.mailBox.lastToken)
            let ended = try await server.signIn("ada@example.com")
            #expect(try await server.call(AuthEndpoints.signOut, as: ended).status == 204)
            let token = account.session.token
            let values = [
                nil, "", "Bearer", "Basic \(token)", token, "Bearer \(token)x", "Bearer \(Token.random().text)",
                "Bearer \(ended.token)", "Bearer \(link.text)",
            ]
            for endpoint in Self.endpoints where endpoint.traits.contains(.session) {
                for value in values {
                    var request = try account.request(endpoint)
                    request.fields["authorization"] = value
                    try await Self.expect(request, 401, "sessionExpired", from: server)
                }
            }
        }
    }

    @Test func `ids of no item, and of another user's, are refused by every route about an item`() async throws {
        try await withServer { server, account in
            let bob = try await server.session("bob@example.com")
            let theirs = try await server.item("theirs", as: bob).id.description
            let none = ["00000000-0000-4000-8000-000000000000", theirs]
            for endpoint in Self.endpoints where endpoint.path.description.hasPrefix("/v1/items/{id}") {
                let request = try account.request(endpoint)
                func naming(_ id: String) -> GeneratedRequest {
                    var request = request
                    request.target = endpoint.path.description.replacing("{id}", with: id)
                    return request
                }
                // To several changes, what does not exist is at version 0.
                let (status, code) = endpoint.name == "reviseItem" ? (412, "staleVersion") : (404, "notFound")
                for id in none { try await Self.expect(naming(id), status, code, from: server) }
                for id in ["7", "%00", "%F0%9F%90%9A", "%2F", "\(theirs)0"] {
                    try await Self.expect(naming(id), 422, "invalid", fields: ["id"], from: server)
                }
                try await Self.expect(naming("%ff"), 404, "noSuchPath", from: server)
            }
            let page: ItemPageMessage = try await server.call(ItemEndpoints.list, .init(), as: bob).message()
            #expect(page.items.map(\.version) == [1])
        }
    }

    @Test func `a missing, malformed or stale If-Match is refused by every route that needs it`() async throws {
        try await withServer { server, account in
            let endpoints = Self.endpoints.filter { $0.traits.contains(.precondition) }
            #expect(endpoints.count > 5)
            for endpoint in endpoints {
                var request = try account.request(endpoint)
                request.fields["if-match"] = nil
                try await Self.expect(request, 428, "preconditionRequired", from: server)
                // Several changes are meant for one version.
                let isRevising = endpoint.name.hasPrefix("revise")
                let other = ["W/\"v1\"", "\"v01\"", "\"v18446744073709551616\"", "\"other\""]
                let several = isRevising ? ["*", "\"v1\", \"v2\""] + other : []
                for value in ["", "v1", "\"v1", "\"v1\",", "*, \"v1\""] + several {
                    request.fields["if-match"] = value
                    try await Self.expect(request, 400, "invalidPrecondition", from: server)
                }
                for value in ["\"v9\""] + (isRevising ? [] : other) {
                    request.fields["if-match"] = value
                    try await Self.expect(request, 412, "staleVersion", from: server)
                }
            }
        }
    }

    @Test func `unknown, repeated and invalid parameters are refused by every route`() async throws {
        try await withServer { server, account in
            for endpoint in Self.endpoints {
                func expect(_ query: String, _ field: String) async throws {
                    var request = try account.request(endpoint)
                    request.target += "?\(query)"
                    try await Self.expect(request, 422, "invalid", fields: [field], from: server)
                }
                try await expect("more=1", "more")
                for parameter in endpoint.parameters where parameter.place == .query {
                    let name = parameter.name
                    let invalid =
                        switch parameter.schema {
                        case .integer: ["", "x", "-1", "1e2", "0", "9223372036854775808"]
                        case .boolean: ["", "1", "TRUE"]
                        default: [try #require(Self.invalidTexts[name]), ""]
                        }
                    for value in invalid { try await expect("\(name)=\(value)", name) }
                    try await expect("\(name)=&\(name)=", name)
                }
            }
        }
    }

    @Test func `an invalid Idempotency-Key is refused by every POST`() async throws {
        try await withServer { server, account in
            for endpoint in Self.endpoints where endpoint.method == .post {
                for key in ["", "a b", String(repeating: "k", count: 129)] {
                    var request = try account.request(endpoint)
                    request.fields["idempotency-key"] = key
                    try await Self.expect(request, 422, "invalid", fields: ["Idempotency-Key"], from: server)
                }
            }
        }
    }

    @Test func `spent links, and tokens of another kind, are refused by every route that takes a link`() async throws {
        try await withServer { server, account in
            let endpoints = Self.endpoints.filter { Self.bodies[$0.name]?["token"] != nil }
            #expect(endpoints.map(\.name) == ["confirmEmail", "resetPassword"])
            let spent = try await Self.spendLinks(of: account.session, on: server)
            let others = [account.session.token, Token.random().text, "", "none", String(repeating: "A", count: 43)]
            for endpoint in endpoints {
                for token in spent + others {
                    var request = try account.request(endpoint)
                    let body = Self.bodies[endpoint.name] ?? [:]
                    request.body = try MessageCoding.encode(
                        JSONValue.object(body.merging(["token": .string(token)]) { $1 }))
                    try await Self.expect(request, 422, "linkInvalid", from: server)
                }
            }
        }
    }

    /// Redeems a confirmation and a reset of another account, and returns their tokens.
    private static func spendLinks(of session: TestServer.Session, on server: TestServer) async throws -> [String] {
        try await server.sendMail()
        let confirmation = try #require(server.mailBox.lastToken)
        #expect(try await server.call(AuthEndpoints.confirmEmail, LinkMessage(token: confirmation)).status == 204)
        let email = EmailMessage(email: session.email)
        #expect(try await server.call(AuthEndpoints.requestPasswordReset, email).status == 202)
        try await server.sendMail()
        let reset = try #require(server.mailBox.lastToken)
        let change = PasswordResetMessage(token: reset, password: "a third odd password")
        #expect(try await server.call(AuthEndpoints.resetPassword, change).status == 204)
        return [confirmation.text, reset.text]
    }
}

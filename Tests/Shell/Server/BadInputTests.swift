import FeatureAPI
import Foundation
import ItemsRemote
import NIOHTTP1
import Testing

@testable import ShellServer

@Suite(.timeLimit(.minutes(25))) struct BadInputTests {
    @Test func `each kind of bad body has its answer`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            func create(_ body: [UInt8], _ type: String? = "application/json") async throws -> APIResponse {
                var fields = APIFields()
                fields["content-type"] = type
                session.sign(&fields)
                return try await server.send("POST", "/v1/items", fields: fields, body: body)
            }
            let good = Array(#"{"name":"one"}"#.utf8)
            expect(try await create(good, nil), 415, "unsupportedMediaType")
            expect(try await create(good, "application/xml"), 415, "unsupportedMediaType")
            expect(try await create([0x22, 0xFF, 0x22]), 400, "notUTF8")
            expect(try await create(Array("{".utf8)), 400, "notJSON")
            expect(try await create([UInt8](repeating: 0x20, count: 64 * 1024 + 1)), 413, "bodyTooLarge")
            let wrong = try await create(Array(#"{"id":"7","name":1,"more":2}"#.utf8))
            expect(wrong, 422, "invalid")
            #expect(wrong.problem?.failures?.map(\.field) == ["name", "more"])
            let empty = try await create(Array(#"{"name":" "}"#.utf8))
            #expect(empty.problem?.failures?.map(\.field) == ["name"])
            #expect(try await create(good).status == 201)
        }
    }

    @Test func `unknown paths, methods and parameters have their answers`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            expect(try await server.send("GET", "/v1/nothing"), 404, "noSuchPath")
            expect(try await server.send("GET", "/v1/items/"), 404, "noSuchPath")
            let other = try await server.send("PUT", "/v1/items")
            expect(other, 405, "methodNotAllowed")
            #expect(other.fields["allow"] == "GET, POST")
            expect(try await server.send("TRACE", "/v1/items"), 405, "methodNotAllowed")
            for query in ["limit=0", "limit=x", "after=x", "deleted=1", "more=1", "limit=1&limit=2", "limit=%zz"] {
                let answer = try await server.send("GET", "/v1/items?\(query)", json: "", as: session)
                expect(answer, 422, "invalid")
            }
            let id = try await server.send("GET", "/v1/items/7", json: "", as: session)
            #expect(id.problem?.failures?.map(\.field) == ["id"])
        }
    }

    @Test func `a header that is too large is refused`() async throws {
        try await TestServer.run { server in
            let long = try await server.send(
                "GET", "/health", fields: ["x-long": String(repeating: "a", count: 20_000)].fields)
            expect(long, 431, "headerTooLarge")
            let many = Dictionary(uniqueKeysWithValues: (0..<80).map { ("x-\($0)", "a") })
            expect(try await server.send("GET", "/health", fields: many.fields), 431, "headerTooLarge")
        }
    }

    @Test func `tokens of another form, or of no session, are refused`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            for value in ["", "Bearer", "Basic abc", session.token, "Bearer \(session.token)x", "Bearer  a b"] {
                let answer = try await server.send("GET", "/v1/items", fields: ["authorization": value].fields)
                expect(answer, 401, "sessionExpired")
            }
            let answer = try await server.send(
                "GET", "/v1/items", fields: ["authorization": "bearer \(session.token)"].fields)
            #expect(answer.status == 200)
        }
    }

    @Test func `an answer to HEAD has no body, and the next answer follows it`() async throws {
        try await TestServer.run { server in
            let text = try await server.send(
                raw: "HEAD /health HTTP/1.1\r\nHost: test\r\n\r\n"
                    + "GET /health HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
            let parts = text.components(separatedBy: "\r\n\r\n")
            #expect(parts.count == 3, "\(text)")
            #expect(parts.first?.hasPrefix("HTTP/1.1 405") == true)
            #expect(parts.dropFirst().first?.hasPrefix("HTTP/1.1 200") == true)
        }
    }

    @Test func `a request that does not arrive in time is refused`() async throws {
        var limits = ServerLimits()
        limits.requestTime = .seconds(4)
        try await TestServer.run(.init(port: 0, limits: limits)) { server in
            let answer = try await server.sendSlowly()
            #expect(answer.hasPrefix("HTTP/1.1 408 "))
            #expect(answer.contains("requestTimeout"))
        }
    }
}

extension [String: String] {
    fileprivate var fields: APIFields { APIFields(self) }
}

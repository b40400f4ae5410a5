import AsyncHTTPClient
import NIOHTTP1
import Nacre
import TestTraits
import Testing

@testable import NacreInspector

@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct AccessTests {
    private static let secret = "the data of the store"

    private func served(_ test: (ServedInspector) async throws -> Void) async throws {
        let event = EventData(type: "Kept", data: Array(#""\#(Self.secret)""#.utf8))
        try await InspectedStore.with([("s-1", event)]) { store in try await ServedInspector.run(store, test) }
    }

    @Test func `without the token and the cookie nothing of the store is shown`() async throws {
        try await served { inspector in
            let other = String(inspector.token.reversed())
            for (target, fields) in [
                ("/log", [:]), ("/", [:]), ("/events/1", [:]), ("/head", [:]), ("/log?token=", [:]),
                ("/log?token=\(other)", [:]), ("/log?token=\(inspector.token)0", [:]),
                ("/log", ["cookie": "nacre-inspector-\(inspector.port)=\(other)"]),
                ("/log", ["cookie": "nacre-inspector-1=\(inspector.token)"]),
            ] as [(String, [String: String])] {
                let answer = try await inspector.send(target, fields)
                #expect(answer.status == .forbidden, "\(target)")
                let text = try await answer.text
                #expect(!text.contains(Self.secret) && !text.contains("Kept"))
                #expect(text.contains("printed an address with a token"))
                #expect(answer.headers["set-cookie"] == [])
            }
        }
    }

    @Test func `an address with the token lets a browser in, and leads to the address without it`() async throws {
        try await served { inspector in
            let first = try await inspector.send("/?token=\(inspector.token)")
            #expect(first.status == .seeOther)
            #expect(first.headers["location"] == ["/log"])
            let cookie = try #require(first.headers.first(name: "set-cookie"))
            #expect(
                cookie == "nacre-inspector-\(inspector.port)=\(inspector.token); Path=/; HttpOnly; SameSite=Strict")
            let shared = try await inspector.send("/log?type=A%26B&token=\(inspector.token)&before=7")
            #expect(shared.headers["location"] == ["/log?type=A%26B&before=7"])
            let log = try await inspector.send("/log", try await inspector.cookie)
            #expect(log.status == .ok)
            #expect(try await log.text.contains(Self.secret))
        }
    }

    @Test func `a token has 128 bits, and no two are the same`() {
        let tokens = (0..<1_000).map { _ in InspectorToken().text }
        #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
        #expect(Set(tokens).count == tokens.count)
    }

    @Test func `the token leads to no other host`() async throws {
        try await served { inspector in
            for path in ["//evil.example/", "/\\evil.example/", "//127.0.0.1"] {
                let gate = InspectorGate(token: InspectorToken())
                let request = InspectorRequest(
                    target: "\(path)?token=\(gate.token.text)", fields: ["host": "127.0.0.1:80"])
                #expect(gate.passage(of: request, on: 80) == .refused(.noToken), "\(path)")
            }
        }
    }

    @Test func `a request for another host is refused, whatever it carries`() async throws {
        try await served { inspector in
            var fields = try await inspector.cookie
            for host in [
                "evil.example", "evil.example:\(inspector.port)", "127.0.0.1", "127.0.0.1:1",
                "127.0.0.1:\(inspector.port).evil.example",
            ] {
                fields["host"] = host
                let answer = try await inspector.send("/log", fields)
                #expect(answer.status == .misdirectedRequest, "\(host)")
                #expect(try await !answer.text.contains(Self.secret))
                #expect(try await inspector.send("/?token=\(inspector.token)", fields).headers["set-cookie"] == [])
            }
            for host in ["localhost:\(inspector.port)", "[::1]:\(inspector.port)", "127.0.0.1:\(inspector.port)"] {
                fields["host"] = host
                #expect(try await inspector.send("/log", fields).status == .ok, "\(host)")
            }
        }
    }

    @Test func `a request of another site's page is refused, but for a link that is followed`() async throws {
        try await served { inspector in
            let cookie = try await inspector.cookie
            for fields in [
                ["origin": "http://evil.example"], ["origin": "null"], ["origin": "http://127.0.0.1:1"],
                ["sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"],
                ["sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"],
                ["sec-fetch-site": "same-site", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty"],
                ["sec-fetch-site": "cross-site"],
            ] {
                let answer = try await inspector.send("/log", fields.merging(cookie) { $1 })
                #expect(answer.status == .forbidden, "\(fields)")
                #expect(try await !answer.text.contains(Self.secret))
                let entering = try await inspector.send("/?token=\(inspector.token)", fields)
                #expect(entering.headers["set-cookie"] == [], "\(fields)")
            }
            let own = "http://127.0.0.1:\(inspector.port)"
            for fields in [["origin": own], ["sec-fetch-site": "same-origin"], ["sec-fetch-site": "none"]] {
                #expect(try await inspector.send("/log", fields.merging(cookie) { $1 }).status == .ok, "\(fields)")
            }
            // A browser does not send the cookie with a redirection of such a request: a page leads on.
            let link = ["sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"]
            let entering = try await inspector.send("/log?type=Kept&token=\(inspector.token)", link)
            #expect(entering.status == .ok)
            #expect(entering.headers.first(name: "set-cookie") != nil)
            let text = try await entering.text
            #expect(text.contains(#"href="/log?type=Kept""#) && !text.contains(inspector.token))
        }
    }

    @Test func `every answer forbids what a page does not need, and a body is not read`() async throws {
        try await served { inspector in
            let cookie = try await inspector.cookie
            for target in ["/log", "/events/1", "/trace/1", "/nothing"] {
                let answer = try await inspector.send(target, cookie)
                let policy = try #require(answer.headers.first(name: "content-security-policy"))
                #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'"))
                #expect(!policy.contains("unsafe"))
                #expect(answer.headers["x-content-type-options"] == ["nosniff"])
                #expect(answer.headers["cache-control"] == ["no-store"])
                #expect(answer.headers["referrer-policy"] == ["same-origin"])
                #expect(answer.headers["access-control-allow-origin"] == [])
                let text = try await answer.text
                #expect(text.matches(of: /(?:src|href|action)="(?:https?:)?\/\//).isEmpty)
                #expect(text.matches(of: /<script(?! src=)|\sstyle=|\son[a-z]+=/).isEmpty)
            }
            #expect(try await inspector.send("/log", method: "POST", cookie).status == .methodNotAllowed)
            #expect(try await inspector.send("/log", method: "POST", cookie, body: "x").status == .payloadTooLarge)
            let head = try await inspector.send("/log", method: "HEAD", cookie)
            #expect(head.status == .ok)
            #expect(try await head.text == "")
        }
    }
}

import AsyncHTTPClient
import AuthDomain
import DomainKit
import FeatureAPI
import FeatureTesting
import NIOHTTP1
import Shell
import ShellServer
import Testing

@testable import ShellPages

/// Pages of another kind that a site carries for operators.
@Suite(.timeLimit(.minutes(25))) struct OperatorPagesTests {
    private static let secret = "what operators see"

    /// Pages that show their requests, and an event stream.
    private static let pages = OperatorPages(at: "/inspect", named: "inspect") { request in
        guard request.target != "/inspect/stream" else {
            let (parts, part) = AsyncStream.makeStream(of: String.self)
            part.yield("retry: 1000\ndata: 1\n\n")
            return .events(EventStream(text: parts))
        }
        let text = "\(secret): \(request.method.rawValue) \(request.target)"
        return .response(APIResponse(status: 200, body: Array(text.utf8)))
    }

    private func served(
        _ change: (inout ServerLimits) -> Void = { _ in },
        _ test: @escaping @Sendable (_ server: PageServer, _ operator: TestBrowser) async throws -> Void
    ) async throws {
        try await PageServer.run(operatorPages: Self.pages, change) { server in
            try await server.register()
            let link = try await server.mailedLink("confirm")
            let token = try #require(link.split(separator: "=").last.flatMap { Token(String($0)) })
            try await server.accounts.useCases.confirmEmail(token)
            _ = try await server.accounts.useCases.grantRole(RoleGrant(email: PageServer.email, role: .operator))
            let browser = TestBrowser(server)
            try await browser.signIn()
            try await test(server, browser)
        }
    }

    @Test func `an operator gets the pages, and no other session does`() async throws {
        try await served { server, browser in
            for target in ["/inspect", "/inspect/", "/inspect/log?a=b"] {
                let (answer, body) = try await browser.send("GET", target)
                #expect(answer.status == .ok)
                #expect(String(decoding: body, as: UTF8.self) == "\(Self.secret): GET \(target)")
            }
            try await server.register("eve@example.com")
            let eve = TestBrowser(server)
            try await eve.signIn("eve@example.com")
            for method in ["GET", "HEAD", "POST", "DELETE"] {
                let (answer, body) = try await eve.send(method, "/inspect/log")
                #expect(answer.status == .notFound, "\(method)")
                #expect(!String(decoding: body, as: UTF8.self).contains(Self.secret))
            }
            let (stream, _) = try await eve.send("GET", "/inspect/stream")
            #expect(stream.status == .notFound)
            let unknown = TestBrowser(server)
            let (answer, _) = try await unknown.send("GET", "/inspect/log")
            #expect(answer.status == .seeOther)
            #expect(answer.headers["location"] == ["/sign-in"])
            #expect(try await unknown.send("POST", "/inspect/log").0.status == .notFound)
            #expect(try await browser.send("GET", "/inspector").0.status == .notFound)
        }
    }

    @Test func `a session that has ended, and a token that is no session, lead to signing in`() async throws {
        try await served { server, browser in
            let token = try #require(browser.cookies["nacre-session"].flatMap { Token($0) })
            try await server.accounts.useCases.signOut(token, scope: .thisSession)
            #expect(try await browser.send("GET", "/inspect/log").0.status == .seeOther)
            browser.set("nacre-session", Token.random().text)
            #expect(try await browser.send("GET", "/inspect/log").0.status == .seeOther)
        }
    }

    @Test func `what changes something is asked for by pages of this site alone`() async throws {
        try await served { server, browser in
            for headers in [
                [:], ["origin": "http://evil.example"], ["origin": "null"],
                ["origin": "https://127.0.0.1:\(server.port)"],
                ["origin": server.url, "sec-fetch-site": "cross-site"], ["sec-fetch-site": "same-site"],
                ["sec-fetch-site": "none"],
            ] {
                let (answer, body) = try await browser.send("POST", "/inspect/cancel", headers: headers)
                #expect(answer.status == .forbidden, "\(headers)")
                #expect(!String(decoding: body, as: UTF8.self).contains(Self.secret))
            }
            for headers in [["origin": server.url], ["sec-fetch-site": "same-origin"]] {
                #expect(try await browser.send("POST", "/inspect/cancel", headers: headers).0.status == .ok)
            }
            for headers in [
                ["sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors"],
                ["sec-fetch-site": "cross-site", "sec-fetch-mode": "cors"],
            ] {
                #expect(try await browser.send("GET", "/inspect/log", headers: headers).0.status == .forbidden)
            }
            let link = ["sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"]
            #expect(try await browser.send("GET", "/inspect/log", headers: link).0.status == .ok)
        }
    }

    @Test func `streams count for the limits, and end with the server`() async throws {
        func limit(_ limits: inout ServerLimits) { limits.streamsPerAccount = 1 }
        try await served(limit) { _, browser in
            let stream = try await EventReader(browser.begin("GET", "/inspect/stream"))
            #expect(try await stream.next() == ServerSentEvent(data: "1"))
            #expect(try await browser.send("GET", "/inspect/stream").0.status == .tooManyRequests)
            // The server is shut down while the stream is open, and must end.
        }
    }
}

import AsyncHTTPClient
import AuthDomain
import DomainKit
import FeatureAPI
import ItemsDomain
import NIOHTTP1
import Nacre
import Shell
import ShellServer
import Testing

@testable import ShellPages

/// What a browser shows of a request that the server refuses before it reaches a page.
@Suite(.timeLimit(.minutes(25))) struct RefusedRequestTests {
    /// Requires that an answer is a page with a status and a text.
    private func expectPage(
        _ answer: String, _ status: Int, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), sourceLocation: sourceLocation)
        #expect(answer.lowercased().contains("content-type: text/html"), sourceLocation: sourceLocation)
        #expect(answer.contains("<h1>\(text)</h1>"), sourceLocation: sourceLocation)
    }

    @Test func `what does not arrive in time is refused by a page`() async throws {
        try await PageServer.run {
            $0.requestTime = .seconds(4)
        } _: { server in
            let post = "POST /sign-in HTTP/1.1\r\nHost: test\r\nContent-Length:"
            expectPage(try await server.send(raw: "\(post) 100\r\n\r\na"), 408, "This took too long")
        }
    }

    @Test func `what is too large is refused by a page`() async throws {
        try await PageServer.run { server in
            let post = "POST /sign-in HTTP/1.1\r\nHost: test\r\nContent-Length:"
            expectPage(try await server.send(raw: "\(post) 70000\r\n\r\n"), 413, "Too large")
            let header = String(repeating: "a", count: 20_000)
            let get = "GET /sign-in HTTP/1.1\r\nHost: test\r\nConnection: close\r\nX-Long: \(header)\r\n\r\n"
            expectPage(try await server.send(raw: get), 431, "Too large")
        }
    }

    @Test func `the API answers the same with a problem`() async throws {
        try await PageServer.run {
            $0.requestTime = .seconds(4)
        } _: { server in
            let answer = try await server.send(
                raw: "POST /v1/auth/sessions HTTP/1.1\r\nHost: test\r\nContent-Length: 100\r\n\r\n{")
            #expect(answer.hasPrefix("HTTP/1.1 408 "))
            #expect(answer.contains(MediaType.problem))
        }
    }

    @Test func `a page that takes too long is refused by a page, and is closed`() async throws {
        let (items, queries) = ItemStorage.blocked()
        let application = try await Application.open(
            .inMemory, options: .init(answersFromEvents: true, itemStorage: items))
        try await PageServer.run(on: application, secrets: InMemorySecretStore()) {
            $0.requestTime = .seconds(4)
        } _: { server in
            try await server.register()
            let token = try await server.accounts.useCases.signIn(
                email: PageServer.email, password: Password(PageServer.password)
            ).token
            let browser = TestBrowser(server)
            browser.set("nacre-session", token.text)
            queries.block(1)
            let page = try await browser.open("/items")
            #expect(page.status == 503)
            #expect(page.html.contains("<h1>The server is busy</h1>"))
            #expect(await server.site.pages.count == 0)
        }
        await application.close()
    }

    @Test func `too many event streams are refused by a page, and too many requests, too`() async throws {
        try await PageServer.run {
            $0.streamsPerAccount = 0
        } _: { server in
            let browser = TestBrowser(server)
            try await browser.open("/sign-in")
            let (answer, body) = try await browser.send("GET", "/events")
            #expect(answer.status == .tooManyRequests)
            #expect(answer.headers.first(name: "retry-after") == "30")
            #expect(String(decoding: body, as: UTF8.self).contains("Close some"))
        }
        try await PageServer.run {
            ($0.requestsPerSecond, $0.burst) = (0.001, 1)
        } _: { server in
            let browser = TestBrowser(server)
            try await browser.open("/sign-in")
            let page = try await browser.open("/sign-in")
            #expect(page.status == 429)
            #expect(page.html.contains("Wait a few seconds"))
        }
    }
}

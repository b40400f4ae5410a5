import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import TestTraits
import Testing

/// The inspector as `nacre serve` shows it to operators.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct ServedInspectorTests {
    /// A user's requests with the cookie of a session.
    private struct Visitor {
        let address: String
        let token: String?

        func begin(
            _ target: String, _ method: HTTPMethod = .GET, _ fields: [String: String] = [:]
        ) async throws -> HTTPClientResponse {
            var request = HTTPClientRequest(url: address + target)
            request.method = method
            if let token { request.headers.add(name: "cookie", value: "nacre-session=\(token)") }
            for (name, value) in fields { request.headers.add(name: name, value: value) }
            return try await Self.client.execute(request, timeout: .seconds(60))
        }

        func page(_ target: String) async throws -> (status: UInt, html: String) {
            let response = try await begin(target)
            return (response.status.code, String(buffer: try await response.body.collect(upTo: 1 << 22)))
        }

        private static let client: HTTPClient = {
            var configuration = HTTPClient.Configuration()
            configuration.redirectConfiguration = .disallow
            return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        }()
    }

    private func visitor(_ user: CommandUser, of server: CommandServer) async throws -> Visitor {
        let token = try await user.output(
            "auth", "sign-in", user.email, "--print-token", input: "\(CommandServer.password)\n")
        return Visitor(address: server.address, token: token.trimmingCharacters(in: .newlines))
    }

    @Test func `an operator sees the log of the served store, and follows its links`() async throws {
        try await CommandServer.run { server in
            let ada = try await visitor(try await server.signedIn("ada", isOperator: true), of: server)
            try await server.store.output("items", "add", "Buy milk")
            let log = try await ada.page("/inspect/log?type=ItemCreated")
            #expect(log.status == 200)
            #expect(log.html.contains("Buy milk"))
            let event = try #require(log.html.firstMatch(of: /href="(\/inspect\/events\/\d+)"/)?.1)
            let shown = try await ada.page(String(event))
            #expect(shown.status == 200)
            #expect(shown.html.contains("Buy milk") && shown.html.contains("nacre show"))
            let style = try #require(log.html.firstMatch(of: /href="(\/inspect\/assets\/[^"]*\.css)"/)?.1)
            let file = try await ada.begin(String(style))
            #expect(file.headers["content-type"] == ["text/css; charset=utf-8"])
            let health = try await ada.page("/inspect/health")
            #expect(health.status == 200)
            #expect(health.html.contains("items") && health.html.contains("log.mdb"))
            // The server itself has recorded the accounts.
            #expect(health.html.contains("Measured by this process since it began."))
            for name in ["Appended", "Syncs", "Syncing a group"] { #expect(health.html.contains("<dt>\(name)</dt>")) }
            #expect(health.html.contains("99 % at most") || health.html.contains("some beyond"))
            // Pages of the server do not repair anything.
            let retried = try await ada.begin(
                "/inspect/health/retry?projection=items", .POST, ["origin": server.address])
            #expect(retried.status == .methodNotAllowed)
        }
    }

    @Test func `a plain account and a request without a session see nothing of the store`() async throws {
        try await CommandServer.run { server in
            let eve = try await visitor(try await server.signedIn("eve"), of: server)
            try await server.store.output("items", "add", "Buy milk")
            for target in ["/inspect", "/inspect/log", "/inspect/events/1", "/inspect/head", "/inspect/health"] {
                let page = try await eve.page(target)
                #expect(page.status == 404, "\(target)")
                #expect(!page.html.contains("Buy milk") && !page.html.contains("Inspector"))
                let unknown = try await Visitor(address: server.address, token: nil).begin(target)
                #expect(unknown.status == .seeOther, "\(target)")
                #expect(unknown.headers["location"] == ["/sign-in"])
            }
        }
    }

    @Test func `live rows appear under the path`() async throws {
        try await CommandServer.run { server in
            let ada = try await visitor(try await server.signedIn("ada", isOperator: true), of: server)
            let log = try await ada.page("/inspect/log")
            let rows = try #require(log.html.firstMatch(of: /data-rows="(\/inspect\/log\/rows[^"]*)"/)?.1)
            let last = try #require(log.html.firstMatch(of: /data-shown-up-to="(\d+)"/)?.1)
            let head = try #require(log.html.firstMatch(of: /data-head="(\/inspect\/head)"/)?.1)
            let stream = try await ada.begin(String(head))
            #expect(stream.headers["content-type"] == ["text/event-stream"])
            var received = ""
            var hasAdded = false
            for try await part in stream.body {
                received += String(buffer: part)
                let positions = received.matches(of: /data: (\d+)\n\n/)
                if !positions.isEmpty, !hasAdded {
                    hasAdded = true
                    try await server.store.output("items", "add", "Buy milk")
                }
                if positions.count > 1 { break }
            }
            let fresh = try await ada.page("\(rows)?since-position=\(last)")
            #expect(fresh.html.contains("Buy milk"))
            #expect(fresh.html.contains(#"href="/inspect/events/"#))
        }
    }
}

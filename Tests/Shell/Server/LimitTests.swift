import AuthRemote
import FeatureAPI
import ItemsDomain
import ItemsRemote
import Testing

@testable import ShellServer

@Suite(.timeLimit(.minutes(25))) struct LimitTests {
    /// Runs a server whose requests must arrive, and whose answers must be read, within 300 milliseconds.
    private func runHasty(
        _ change: (inout ServerLimits) -> Void = { _ in }, _ test: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        var limits = ServerLimits()
        (limits.requestTime, limits.writeTime) = (.milliseconds(300), .milliseconds(300))
        // Nothing here is ended by idleness.
        limits.idleTime = .seconds(3_600)
        change(&limits)
        try await TestServer.run(.init(port: 0, limits: limits), test)
    }

    @Test func `requests that hash a password have a smaller rate, by address and by account`() async throws {
        var limits = ServerLimits()
        (limits.passwordsPerSecond, limits.passwordBurst) = (0.001, 4)
        try await TestServer.run(.init(port: 0, limits: limits)) { server in
            let session = try await server.session()
            let change = PasswordChangeMessage(current: "wrong", password: TestServer.password)
            for _ in 0..<2 {
                expect(
                    try await server.call(AuthEndpoints.changePassword, change, as: session), 401, "invalidCredentials")
            }
            let credentials = CredentialsMessage(email: "bob@example.com", password: TestServer.password)
            expect(try await server.call(AuthEndpoints.register, credentials), 429, "tooManyRequests")
            expect(try await server.call(AuthEndpoints.signIn, credentials), 429, "tooManyRequests")
            #expect(try await server.call(ItemEndpoints.list, .init(), as: session).status == 200)
        }
    }

    @Test func `an account that hashes passwords is limited at every address`() throws {
        var limits = ServerLimits()
        (limits.passwordsPerSecond, limits.passwordBurst) = (0.001, 2)
        let limiter = RequestLimiter(limits)
        try limiter.admit(address: "a", account: "1", hashesPassword: true)
        try limiter.admit(address: "b", account: "1", hashesPassword: true)
        #expect(throws: Failure.self) { try limiter.admit(address: "c", account: "1", hashesPassword: true) }
        try limiter.admit(address: "c", account: "2", hashesPassword: true)
    }

    @Test func `refused requests count: unknown paths, other methods, large headers`() async throws {
        for (method, target, header) in [
            ("GET", "/nowhere", 10), ("PUT", "/health", 10), ("GET", "/health", 20_000), ("GET", "/v1/items", 10),
        ] {
            var limits = ServerLimits()
            (limits.requestsPerSecond, limits.burst) = (0.001, 2)
            try await TestServer.run(.init(port: 0, limits: limits)) { server in
                let fields = APIFields(["x-long": String(repeating: "a", count: header)])
                for _ in 0..<2 { #expect(try await server.send(method, target, fields: fields).status != 429) }
                let refused = try await server.send(method, target, fields: fields)
                expect(refused, 429, "tooManyRequests")
            }
        }
    }

    @Test func `a request is refused before its body is read`() async throws {
        try await TestServer.run { server in
            let answer = try await server.send(
                raw: "POST /v1/items HTTP/1.1\r\nHost: test\r\nContent-Length: 100\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 401 "))
            let large = try await server.send(
                raw: "POST /v1/auth/sessions HTTP/1.1\r\nHost: test\r\nContent-Length: 70000\r\n\r\n")
            #expect(large.hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test func `after a body that was skipped, the connection answers the next request`() async throws {
        try await TestServer.run { server in
            let answers = try await server.send(
                raw: "POST /v1/items HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\nabc"
                    + "GET /health HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
            #expect(answers.hasPrefix("HTTP/1.1 401 "))
            #expect(answers.contains("HTTP/1.1 200 "))
        }
    }

    @Test func `a header that does not end is not waited for`() async throws {
        try await runHasty { server async throws in
            #expect(try await server.send(raw: "GET /health HTTP/1.1\r\nX-Slow: ") == "")
        }
    }

    @Test func `a client that does not read its answers is not waited for`() async throws {
        try await runHasty {
            ($0.requestsPerSecond, $0.burst) = (1e9, 1e9)
        } _: { server in
            try await server.sendWithoutReading(
                "GET /openapi.json HTTP/1.1\r\nHost: test\r\n\r\n", times: 2_000)
        }
    }

    @Test func `a connection without requests ends`() async throws {
        var limits = ServerLimits()
        limits.idleTime = .seconds(6)
        try await TestServer.run(.init(port: 0, limits: limits)) { server in
            #expect(try await server.send(raw: "") == "")
            let answer = try await server.send(raw: "GET /health HTTP/1.1\r\nHost: test\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `an address has a limited number of connections, and others have theirs`() async throws {
        var limits = ServerLimits()
        limits.connectionsPerAddress = 3
        try await TestServer.run(.init(port: 0, limits: limits)) { server in
            let request = "GET /health HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"
            try await server.withConnections(3) { () async throws in
                let refused = try? await server.send(raw: request)
                #expect(refused ?? "" == "")
                #if os(Linux)
                    #expect(try await server.send(raw: request, from: "127.0.0.2").hasPrefix("HTTP/1.1 200 "))
                #endif
            }
            var answer = ""
            while answer.isEmpty { answer = (try? await server.send(raw: request)) ?? "" }
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `an IPv6 client is its network`() {
        let groups = [
            ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("::1", "0:0:0:0::/64"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8::6", "2001:db8:0:0::/64"),
            ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ]
        for (address, group) in groups { #expect(ClientAddress.group(of: address) == group) }
    }
}

import AuthDomain
import CoreMetrics
import DomainKit
import FeatureAPI
import FeatureTesting
import Shell
import Testing

@testable import ShellServer

@Suite(.timeLimit(.minutes(25))) struct MetricsTests {
    @Test func `metrics are written in the text format of Prometheus`() {
        let registry = MetricsRegistry()
        Counter(label: "nacre.appends", dimensions: [("store", "a \"b\"\\\n")], factory: registry).increment(by: 3)
        Counter(label: "nacre.appends", factory: registry).increment()
        Meter(label: "open-streams", factory: registry).set(2.5)
        Recorder(label: "batch", factory: registry).record(0.02)
        Timer(label: "time", factory: registry).recordNanoseconds(20_000_000)
        Timer(label: "time", factory: registry).recordNanoseconds(20_000_000_000)
        let lines = registry.text.split(separator: "\n").map(String.init)
        for line in [
            "# TYPE nacre_appends_total counter", "nacre_appends_total 1",
            #"nacre_appends_total{store="a \"b\"\\\n"} 3"#, "# TYPE open_streams gauge", "open_streams 2.5",
            "# TYPE time histogram", #"time_bucket{le="0.01"} 0"#, #"time_bucket{le="0.025"} 1"#,
            #"time_bucket{le="10"} 1"#, #"time_bucket{le="+Inf"} 2"#, "time_sum 20.02", "time_count 2", "batch_count 1",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        #expect(lines.count { $0.hasPrefix("# TYPE nacre_appends_total") } == 1)
    }

    @Test func `a summary is over all dimensions, with a bound from the buckets`() throws {
        let registry = MetricsRegistry()
        for (store, nanoseconds) in [("a", 500_000), ("a", 2_000_000), ("b", 3_000_000), ("b", 20_000_000_000)] {
            Timer(label: "time", dimensions: [("store", store)], factory: registry).recordNanoseconds(nanoseconds)
        }
        let summary = try #require(registry.summary(of: "time"))
        #expect(summary.count == 4)
        #expect(summary.mean.map { abs($0 - 5.001375) < 1e-9 } == true)
        #expect([0.25, 0.5, 0.75].map { summary.bound(ofShare: $0) } == [0.001, 0.0025, 0.005])
        #expect(summary.bound(ofShare: 0.99) == nil)
        Counter(label: "count", factory: registry).increment(by: 3)
        #expect(registry.summary(of: "count")?.value == 3)
        #expect(registry.summary(of: "count")?.mean == nil)
        #expect(registry.summary(of: "other") == nil)
    }

    @Test func `requests are counted by endpoint and status, for the operator alone`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            _ = try await server.send("GET", "/health")
            _ = try await server.send("GET", "/nowhere")
            expect(try await server.send("GET", "/metrics"), 401, "sessionExpired")
            expect(try await server.send("GET", "/metrics", json: "", as: session), 403, "notAllowed")
            try await server.sendMail()
            try await server.accounts.useCases.confirmEmail(try #require(server.mailBox.lastToken))
            _ = try await server.accounts.useCases.grantRole(RoleGrant(email: session.email, role: .operator))
            let answer = try await server.send("GET", "/metrics", json: "", as: session)
            #expect(answer.status == 200)
            #expect(answer.fields["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(text.contains(#"nacre_http_requests_total{endpoint="health",status="200"} 1"#))
            #expect(text.contains(#"nacre_http_requests_total{endpoint="none",status="404"} 1"#))
            #expect(text.contains(#"nacre_http_request_seconds_count{endpoint="register"} 1"#))
        }
    }
}

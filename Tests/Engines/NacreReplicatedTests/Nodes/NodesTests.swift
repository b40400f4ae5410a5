import DomainKit
import Nacre
import NacreLMDB
import NacreReplicated
import TestTraits
import Testing

@Suite(.fewAtOnce) struct NodesTests {
    /// A clock that is wrong by a number of seconds.
    private struct WrongClock: TimeSource {
        let lead: Int64

        func now() -> Instant {
            let now = SystemTimeSource().now()
            return Instant(nanosecondsSince1970: now.nanosecondsSince1970 + lead * 1_000_000_000, decimals: 6)
        }
    }

    @Test func `each node sees all that are up, and that their replicas agree`() async throws {
        try await withCluster { cluster in
            let nodes = try await cluster.nodes { $0.announcingInterval = .milliseconds(10) }
            for (number, node) in nodes.enumerated() { try await node.append([.fact()], to: StreamName("s-\(number)")) }
            for node in nodes {
                var seen: [StoreNode] = []
                try await eventually("all three have announced the end") {
                    seen = try await node.comparedNodes().filter { $0.position == 3 && $0.isReady }
                    return seen.count == 3
                }
                #expect(seen.allSatisfy { $0.agrees == true && $0.failure == nil })
                #expect(seen.count(where: \.isOwn) == 1)
                #expect(Set(seen.map(\.checksum)).count == 1)
                #expect(Set(seen.map(\.sequence)) == [4])
            }
            #expect(try await nodes[0].nodes().map(\.node) == nodes[1].nodes().map(\.node))
        }
    }

    @Test func `a node that is closed is forgotten`() async throws {
        try await withCluster { cluster in
            let nodes = try await cluster.nodes {
                ($0.announcingInterval, $0.announcementLifetime) = (.milliseconds(10), .milliseconds(500))
            }
            try await eventually("all three are up") { try await nodes[0].nodes().count == 3 }
            await nodes[2].close()
            try await eventually("the closed one is gone") { try await nodes[0].nodes().count == 2 }
        }
    }

    @Test func `nodes have the names that they are given, or those of their host and folder`() async throws {
        try await withCluster { cluster in
            let named = try await cluster.node("a", changing: { $0.name = "first" })
            _ = try await cluster.node("b")
            try await eventually("both have announced themselves") { try await named.nodes().count == 2 }
            let names = try await named.nodes().map(\.name)
            #expect(names.contains("first"))
            #expect(names.contains { $0.hasSuffix(":" + cluster.path("b")) && !$0.hasPrefix(":") })
        }
    }

    @Test(arguments: [Int64(-90), 120]) func `a node whose clock is wrong is refused, while another one is up`(
        seconds: Int64
    ) async throws {
        try await withCluster { cluster in
            let first = try await cluster.node("a", changing: { $0.name = "first" })
            try await eventually("it has announced itself") { try await first.nodes().count == 1 }
            func wrong(by seconds: Int64) -> (inout ReplicatedEventStore.Options) -> Void {
                {
                    $0.clockTolerance = ReplicatedEventStore.Options().clockTolerance
                    $0.replica.timeSource = WrongClock(lead: seconds)
                }
            }
            do {
                _ = try await cluster.node("b", changing: wrong(by: seconds))
                throw NotRefused()
            } catch let error as ReplicatedLogError {
                #expect(error.code == .clocksApart)
                #expect(error.message.contains("that of node first"))
                #expect(error.message.contains(seconds < 0 ? "s behind" : "s ahead of"))
            }
            _ = try await cluster.node("c", changing: wrong(by: seconds / 10))
        }
    }

    @Test func `the state of the log and of the node is one value`() async throws {
        try await withCluster { cluster in
            let node = try await cluster.node("a")
            try await node.append([.fact()], to: "s-1")
            let status = await node.replication()
            #expect(status.log == cluster.log.name)
            #expect((status.sequence, status.tail) == (2, 2))
            #expect(status.isConnected && status.isReady && status.failure == nil)
            #expect(status.servers.map(\.isReachable) == [true])
            #expect((status.logBytes ?? 0) > 0)
        }
    }
}

import CoreMetrics
import MetricsTestKit
import Nacre
import NacreLMDB
import NacreReplicated
import TestTraits
import Testing

@Suite(.fewAtOnce) struct StatusTests {
    @Test func `a node tells how far it is, and what it has done`() async throws {
        try await withCluster { cluster in
            let nodes = try await cluster.nodes(2)
            for _ in 1...4 { try await nodes[0].append([.fact()], to: "s-1") }
            try await nodes[1].append([.fact()], to: "s-1")
            cluster.log.inject(.lostRequest, into: "0")
            try await nodes[0].append([.fact()], to: "s-1")
            try await expectEqual(nodes)
            let status = nodes[0].status
            #expect(status.applied == LogSequence(7))
            #expect(status.received == status.applied && status.tail == status.applied)
            #expect(status.position == 6 && status.lag == 0)
            #expect(status.isReady && status.isConnected && status.failure == nil)
            #expect(status.counts.orderedGroups == 5 && status.counts.followedGroups == 1)
            #expect(status.counts.retries == 1 && status.counts.roundTrips > 5)
            #expect(nodes[1].status.counts.followedGroups == 5)
            #expect(status.node != nodes[1].status.node)
            #expect(await nodes[0].logHealth().servers.map(\.isReachable) == [true])
        }
    }

    @Test func `a node keeps its id`() async throws {
        try await withCluster { cluster in
            let node = try await cluster.node("a")
            try await node.append([.fact()], to: "s-1")
            let id = node.status.node
            await node.close()
            #expect(try await cluster.node("a").status.node == id)
        }
    }

    @Test func `appends, followed groups, round trips and readiness are measured`() async throws {
        try await withCluster { cluster in
            let metrics = TestMetrics()
            let node = try await cluster.node(
                "a",
                changing: {
                    $0.replica.metrics = metrics
                    $0.watchInterval = .milliseconds(20)
                })
            let other = try await cluster.node("b")
            for _ in 1...3 { try await node.append([.fact()], to: "s-1") }
            for _ in 1...2 { try await other.append([.fact()], to: "s-1") }
            try await node.catchUp()
            let dimensions = [("store", "a")]
            #expect(try metrics.expectCounter("nacre.replica.ordered_entries", dimensions).totalValue == 3)
            #expect(try metrics.expectCounter("nacre.replica.followed_groups", dimensions).totalValue == 2)
            #expect(try metrics.expectRecorder("nacre.replica.entry_bytes", dimensions).values.count == 3)
            #expect(try !metrics.expectTimer("nacre.replica.round_trip_time", dimensions).values.isEmpty)
            try await eventually("readiness is measured") {
                try metrics.expectGauge("nacre.replica.ready", dimensions).lastValue == 1
                    && metrics.expectGauge("nacre.replica.sequence", dimensions).lastValue == 6
                    && metrics.expectGauge("nacre.replica.lag", dimensions).lastValue == 0
            }
        }
    }

    @Test func `what happens rarely is logged, and what happens often is not`() async throws {
        try await withCluster { cluster in
            let logged = Logged()
            let node = try await cluster.node("a", changing: { $0.replica.logger = logged.logger })
            let other = try await cluster.node("b")
            for _ in 1...20 {
                try await node.append([.fact()], to: "s-1")
                try await other.append([.fact()], to: "s-1")
            }
            cluster.log.inject(.lostAnswer, into: "a")
            try await node.append([.fact()], to: "s-1")
            // A lost answer is a time without one: told when it begins, and when it ends.
            #expect(logged.all.count <= 2)
        }
    }
}

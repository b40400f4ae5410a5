import FaultyNodes
import Nacre
import NacreReplicated
import TestTraits
import Testing

@Suite(.fewAtOnce) struct SeriesTests {
    private let large = String(repeating: "large ", count: 3_000)

    @Test func `a commit that is larger than an entry goes in parts, and counts once`() async throws {
        try await withCluster(InMemoryReplicatedLog(entryByteLimit: 4_096)) { cluster in
            let nodes = try await cluster.nodes(3)
            try await nodes[0].append([.fact(large), .fact("small")], to: "s-1")
            #expect(cluster.log.bounds.tail.number >= 6)
            #expect(cluster.log.entries.allSatisfy { $0.bytes.count <= 4_096 })
            try await nodes[1].append([.fact("next")], to: "s-1", expecting: .exact(2))
            #expect(try await nodes[2].texts() == [large, "small", "next"])
            try await expectEqual(nodes)
        }
    }

    @Test(arguments: [LogFault.lostAnswer, .lostRequest, .late(appends: 1), .repeatedRequest])
    func `a part whose answer is lost does not break the series`(fault: LogFault) async throws {
        try await withCluster(InMemoryReplicatedLog(entryByteLimit: 4_096)) { cluster in
            let nodes = try await cluster.nodes(2)
            for _ in 0..<3 {
                cluster.log.inject(fault, fault, into: "0")
                try await nodes[0].append([.fact(large)], to: "s-1")
            }
            #expect(try await nodes[1].texts() == [large, large, large])
            try await expectEqual(nodes)
        }
    }

    @Test func `a series that its node does not finish counts nowhere, and delays others briefly`() async throws {
        try await withCluster(InMemoryReplicatedLog(entryByteLimit: 4_096)) { cluster in
            let other = try await cluster.node("b")
            // The node is cut off behind its second part.
            let watched = WatchedLog(
                cluster.log.client("a"),
                append: { [log = cluster.log] bytes, sequence, client in
                    if sequence == LogSequence(3) { log.cutOff("a") }
                    return try await client.append(bytes, expecting: sequence)
                })
            let node = try await cluster.node(
                "a", over: { _ in watched }, changing: { $0.appendLimit = .seconds(1) })
            let error = try await refusal { try await node.append([.fact(large)], to: "s-1") }
            #expect(error.code == .unreachable && error.outcome == .notWritten)
            #expect(cluster.log.bounds.tail == LogSequence(3))
            try await other.append([.fact("mine")], to: "s-1", expecting: .noStream)
            cluster.log.connect("a")
            #expect(try await node.texts() == ["mine"])
            try await node.append([.fact("again")], to: "s-1", expecting: .exact(1))
            let joined = try await cluster.node("c")
            #expect(try await joined.texts() == ["mine", "again"])
            try await expectEqual([node, other, joined])
        }
    }

    @Test func `large and small commits of several nodes do not break each other`() async throws {
        try await withCluster(InMemoryReplicatedLog(entryByteLimit: 4_096)) { cluster in
            let nodes = try await cluster.nodes(3)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, node) in nodes.enumerated() {
                    group.addTask { [large] in
                        for version in 0..<15 {
                            try await node.append(
                                [.fact(version % 3 == number ? large : "small")], to: StreamName("s-\(number)"),
                                expecting: .exact(StreamVersion(version)))
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await nodes[0].head() == 45)
            try await expectEqual(nodes)
        }
    }
}

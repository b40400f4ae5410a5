import Nacre
import NacreReplicated
import TestTraits
import Testing

@Suite(.fewAtOnce) struct ConflictTests {
    /// A node whose stream of entries brings nothing until it is let through.
    private func lateNode(
        _ name: String, in cluster: Cluster, until turnstile: Turnstile
    ) async throws -> ReplicatedEventStore {
        try await cluster.node(
            name,
            over: {
                StalledLog($0, until: turnstile)
            }, changing: { $0.watchInterval = .seconds(60) })
    }

    @Test func `an append on a node that is behind is judged on what the others have appended`() async throws {
        try await withCluster { cluster in
            let turnstile = Turnstile()
            let first = try await cluster.node("a")
            try await first.append([.fact("0")], to: "s-0")
            let late = try await lateNode("b", in: cluster, until: turnstile)
            try await late.append([.fact("1")], to: "s-1")
            for number in 1...5 { try await first.append([.fact("\(number)")], to: "s-2") }
            // True in the log, and false on the replica.
            try await late.append([.fact("6")], to: "s-2", expecting: .exact(5))
            // False in the log, and true on the replica.
            try await first.append([.fact("7")], to: "s-3", expecting: .noStream)
            let error = try await refusal { try await late.append([.fact()], to: "s-3", expecting: .noStream) }
            #expect(error.violations == [.expectation(stream: "s-3", expected: .noStream, actual: 1)])
            turnstile.open()
            try await expectEqual([first, late])
        }
    }

    @Test func `a position that another node has answered may stand in a condition`() async throws {
        try await withCluster { cluster in
            let nodes = try await cluster.nodes(2)
            for _ in 1...20 {
                let seen = try #require(try await nodes[0].append([.fact(tags: ["t"])], to: "s-1").positions.last)
                var commit = Commit([.fact(tags: ["t"])], to: "s-2")
                commit.conditions = [AppendCondition(failIfEventsMatch: .tagged("t"), after: seen)]
                try await nodes[1].append(commit)
            }
            try await expectEqual(nodes)
        }
    }

    @Test func `nodes that append at once all get through, each stream in order`() async throws {
        try await withCluster { cluster in
            let nodes = try await cluster.nodes(3)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, node) in nodes.enumerated() {
                    group.addTask {
                        for version in 0..<60 {
                            try await node.append(
                                [.fact("\(version)")], to: StreamName("s-\(number)"),
                                expecting: .exact(StreamVersion(version)))
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await nodes[0].head() == 180)
            try await expectEqual(nodes)
            #expect(nodes.reduce(0) { $0 + $1.status.counts.orderedGroups } == 180)
            #expect(nodes.allSatisfy { $0.status.counts.followedGroups == 120 })
        }
    }

    @Test func `of nodes that create one stream, one succeeds`() async throws {
        try await withCluster { cluster in
            let nodes = try await cluster.nodes(3)
            for round in 0..<20 {
                let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for node in nodes {
                        group.addTask {
                            do {
                                try await node.append([.fact()], to: StreamName("s-\(round)"), expecting: .noStream)
                                return true
                            } catch let error as EventStoreError where error.code == .conflict {
                                return false
                            }
                        }
                    }
                    return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                #expect(wins == 1)
            }
            try await expectEqual(nodes)
        }
    }
}

import DomainKit
import Nacre
import NacreLMDB
import NacreReplicated
import TestTraits
import Testing

@Suite(.fewAtOnce) struct CutOffTests {
    @Test(arguments: [InMemoryReplicatedLog.Partition.failing, .silent])
    func `a node that is cut off fails in bounded time, says so once, and goes on when it is back`(
        partition: InMemoryReplicatedLog.Partition
    ) async throws {
        try await withCluster { cluster in
            let logged = Logged()
            let other = try await cluster.node("b")
            let node = try await cluster.node(
                "a",
                changing: {
                    $0.appendLimit = .seconds(1)
                    $0.readLimit = .seconds(1)
                    $0.watchInterval = .milliseconds(20)
                    $0.replica.logger = logged.logger
                })
            try await node.append([.fact("1")], to: "s-1")
            #expect(node.isReady)
            cluster.log.cutOff("a", by: partition)
            let commit = Commit([.fact("mine", id: .random())], to: "s-1")
            let appended = try await refusal { _ = try await node.append(commit) }
            #expect(appended.code == .unreachable && appended.outcome != nil)
            let read = try await refusal { _ = try await node.version(of: "s-1") }
            #expect(read.code == .unreachable && read.outcome == nil)
            #expect(!node.isReady && !node.status.isConnected)
            #expect(try await node.local.texts() == ["1"])
            try await other.append([.fact("theirs")], to: "s-1")
            cluster.log.connect("a")
            try await eventually("the node is ready") { node.isReady }
            // The first attempt may be there already.
            try await eventually("the commit is accepted") { (try? await node.append(commit)) != nil }
            #expect(try await Set(node.texts()) == ["1", "mine", "theirs"])
            #expect(logged.all.filter { $0.contains("does not answer: appends") }.count == 1)
            #expect(logged.all.filter { $0.contains("answers again") }.count == 1)
            try await expectEqual([node, other])
        }
    }

    @Test func `what waits behind an append that failed is refused with it`() async throws {
        try await withCluster { cluster in
            let node = try await cluster.node("a", changing: { $0.appendLimit = .seconds(1) })
            cluster.log.cutOff("a", by: .silent)
            let outcomes = try await withThrowingTaskGroup(of: EventStoreError.self) { group in
                for number in 0..<32 {
                    group.addTask {
                        try await refusal { try await node.append([.fact()], to: StreamName("s-\(number)")) }
                    }
                }
                return try await group.reduce(into: [EventStoreError]()) { $0.append($1) }
            }
            #expect(outcomes.allSatisfy { $0.code == .unreachable && $0.outcome != nil })
            cluster.log.connect("a")
            try await node.append([.fact()], to: "s-after", expecting: .noStream)
        }
    }

    @Test func `a refusal is not given on a state that may be old`() async throws {
        try await withCluster { cluster in
            let node = try await cluster.node("a", changing: { $0.appendLimit = .seconds(1) })
            try await node.append([.fact("1")], to: "s-1")
            cluster.log.cutOff("a")
            let error = try await refusal { try await node.append([.fact()], to: "s-1", expecting: .noStream) }
            // Not a conflict: whether it is one is not known here.
            #expect(error.code == .unreachable && error.outcome == .notWritten)
        }
    }

    @Test func `a store that closes while its log is silent closes, and says what became of appends`() async throws {
        try await withCluster { cluster in
            let node = try await cluster.node("a")
            try await node.append([.fact()], to: "s-1")
            cluster.log.cutOff("a", by: .silent)
            async let appended = refusal { try await node.append([.fact()], to: "s-1") }
            try await Task.sleep(for: .milliseconds(50))
            await node.close()
            let error = try await appended
            #expect([.unreachable, .closed].contains(error.code) && error.outcome != nil)
            cluster.log.connect("a")
            let again = try await cluster.node("a")
            #expect(try await again.head() == 1)
        }
    }
}

import Nacre
import NacreLMDB
import NacreReplicated
import TestTraits
import Testing

@Suite(.fewAtOnce) struct TrimmingTests {
    @Test func `the log forgets what a backup holds, and a node begins from the backup`() async throws {
        try await withCluster { cluster in
            let first = try await cluster.node("a")
            for number in 1...10 { try await first.append([.fact("\(number)")], to: "s-1") }
            let summary = try await first.backup(to: cluster.path("c"))
            #expect(summary.head == 10)
            for number in 11...15 { try await first.append([.fact("\(number)")], to: "s-1") }
            // Entry 1 is the identity; entry 12 is the first that the backup lacks.
            #expect(try await first.trim(behind: cluster.path("c")) == LogSequence(11))
            #expect(cluster.log.bounds.trimmed == LogSequence(11))
            let error = try await refusal { _ = try await cluster.node("b") }
            #expect(error.code == .diverged)
            #expect(error.message.contains("backup"))
            let joined = try await cluster.node("c")
            #expect(try await joined.texts() == (1...15).map(String.init))
            try await joined.append([.fact("16")], to: "s-1", expecting: .exact(15))
            try await expectEqual([first, joined])
        }
    }

    @Test func `the log keeps its last entry, by which a store is known`() async throws {
        try await withCluster { cluster in
            let first = try await cluster.node("a")
            for _ in 1...3 { try await first.append([.fact()], to: "s-1") }
            _ = try await first.backup(to: cluster.path("c"))
            #expect(try await first.trim(behind: cluster.path("c")) == LogSequence(3))
            #expect(try await first.trim(behind: cluster.path("c")) == LogSequence(3))
            await first.close()
            let stranger = InMemoryReplicatedLog()
            let other = try await cluster.node("d", over: { _ in stranger.client() })
            await other.close()
            #expect(try await refusal { _ = try await cluster.node("d") }.code == .diverged)
            let again = try await cluster.node("a")
            #expect(try await again.head() == 3)
        }
    }

    @Test func `a node that missed what was forgotten says that it needs a backup`() async throws {
        try await withCluster { cluster in
            let first = try await cluster.node("a")
            let second = try await cluster.node("b")
            try await second.append([.fact()], to: "s-1")
            await second.close()
            for _ in 1...9 { try await first.append([.fact()], to: "s-1") }
            _ = try await first.backup(to: cluster.path("c"))
            try await first.trim(behind: cluster.path("c"))
            let error = try await refusal { _ = try await cluster.node("b") }
            #expect(error.code == .diverged)
            #expect(error.message.contains("put a backup of another node in place of the folder"))
        }
    }

    @Test func `a node that stalls until its entries are forgotten stops`() async throws {
        try await withCluster { cluster in
            let first = try await cluster.node("a")
            let second = try await cluster.node("b", changing: { $0.watchInterval = .milliseconds(50) })
            try await second.append([.fact()], to: "s-1")
            cluster.log.cutOff("b")
            for _ in 1...9 { try await first.append([.fact()], to: "s-1") }
            _ = try await first.backup(to: cluster.path("c"))
            try await first.trim(behind: cluster.path("c"))
            cluster.log.connect("b")
            try await eventually("the node stops") { second.status.failure?.contains("backup") == true }
            #expect(!second.isReady)
        }
    }

    @Test func `a backup of another store, or of other events, trims nothing`() async throws {
        try await withCluster { cluster in
            let first = try await cluster.node("a")
            for _ in 1...3 { try await first.append([.fact()], to: "s-1") }
            let stranger = try await LMDBEventStore.open(at: cluster.path("x"), options: .init(durability: .unsynced))
            try await stranger.append([.fact()], to: "s-1")
            _ = try await stranger.backup(to: cluster.path("y"))
            await stranger.close()
            let error = try await refusal { try await first.trim(behind: cluster.path("y")) }
            #expect(error.code == .diverged)
            #expect(cluster.log.bounds.trimmed == .zero)
        }
    }
}

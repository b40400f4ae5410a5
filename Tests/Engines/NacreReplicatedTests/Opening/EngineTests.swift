import Nacre
import NacreLMDB
import NacreReplicated
import NacreTesting
import TestTraits
import Testing

@Suite(.fewAtOnce) struct EngineTests {
    @Test func `an engine opens a node with read models of its own`() async throws {
        try await withCluster { cluster in
            let engine = ReplicatedEngine(at: cluster.path("a"), options: .small()) { [log = cluster.log] in
                log.client("a")
            }
            let error = try await refusal { _ = try await engine.open(for: .reading) }
            #expect(error.code == .noSuchStore)
            let storage = try await engine.open(for: .writing)
            try await storage.store.append([.fact("1")], to: "s-1")
            let other = try await cluster.node("b")
            try await other.append([.fact("2")], to: "s-1")
            #expect(try await storage.store.version(of: "s-1") == 2)
            #expect(storage.store.isDurable)
            #expect(try await storage.backup?.backup(to: cluster.path("c")).head == 2)
            await storage.close()
            let again = try await engine.open(for: .reading)
            #expect(try await again.store.head() == 2)
            await again.close()
        }
    }

    @Test func `an engine that cannot open the node closes the connection`() async throws {
        try await withCluster { cluster in
            let node = try await cluster.node("a")
            let client = cluster.log.client("again")
            let engine = ReplicatedEngine(at: cluster.path("a"), options: .small()) { client }
            #expect(try await refusal { _ = try await engine.open(for: .writing) }.code == .locked)
            await #expect(throws: ReplicatedLogError.self) { _ = try await client.bounds() }
            try await node.append([.fact()], to: "s-1")
        }
    }
}

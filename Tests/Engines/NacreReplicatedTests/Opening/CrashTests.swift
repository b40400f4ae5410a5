import Foundation
import Nacre
import NacreLMDB
import NacreReplicated
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce) struct CrashTests {
    /// Leaves the folder of a node in use, such as when its process is killed.
    private func killed(_ name: String, leaving copy: String, in cluster: Cluster) async throws {
        let node = try await cluster.node(name, changing: { $0.bootID = "before" })
        for number in 1...20 { try await node.append([.fact("\(number)")], to: "s-1") }
        try FileManager.default.copyItem(atPath: cluster.path(name), toPath: cluster.path(copy))
    }

    @Test func `a process that is killed leaves a replica that is used again`() async throws {
        try await withCluster { cluster in
            try await killed("a", leaving: "b", in: cluster)
            let node = try await cluster.node("b", changing: { $0.bootID = "before" })
            #expect(try await node.texts().count == 20)
            #expect(!FileManager.default.fileExists(atPath: cluster.path("b/log.mdb-untrusted")))
        }
    }

    @Test func `after a crash of the machine the replica is rebuilt from the log`() async throws {
        try await withCluster { cluster in
            try await killed("a", leaving: "b", in: cluster)
            // What the crash may have done to the file.
            let damaged = try cluster.folder.file([UInt8](repeating: 7, count: 9_000), named: "b/log.mdb")
            // Read models have checkpoints of their own: they stay.
            try await LMDBReadModelStore.open(at: cluster.path("b/views.mdb"), mapSize: 64 << 20).close()
            // A process died while it created the replica again.
            _ = try cluster.folder.file([1, 2, 3], named: "b/log.mdb-new")
            let logged = Logged()
            let node = try await cluster.node(
                "b",
                changing: {
                    $0.bootID = "after"
                    $0.replica.logger = logged.logger
                })
            #expect(try await node.texts().count == 20)
            #expect(FileManager.default.fileExists(atPath: damaged + "-untrusted"))
            #expect(logged.all.contains { $0.contains("the machine has crashed") })
            try await node.append([.fact("21")], to: "s-1", expecting: .exact(20))
            await node.close()
            // A clean closing is trusted after any boot.
            let again = try await cluster.node("b", changing: { $0.bootID = "later" })
            #expect(try await again.texts().count == 21)
        }
    }

    @Test func `a replica that the log cannot rebuild is refused, and left as it is`() async throws {
        try await withCluster { cluster in
            try await killed("a", leaving: "b", in: cluster)
            try await cluster.log.client().trim(upTo: LogSequence(5))
            for _ in 0..<2 {
                let error = try await refusal { _ = try await cluster.node("b", changing: { $0.bootID = "after" }) }
                #expect(error.code == .diverged)
                #expect(error.message.contains("backup"))
            }
            #expect(FileManager.default.fileExists(atPath: cluster.path("b/log.mdb")))
        }
    }

    @Test func `a replica that syncs is trusted after a crash of the machine`() async throws {
        try await withCluster { cluster in
            let first = try await cluster.node(
                "a",
                changing: {
                    $0.replica.durability = .full
                    $0.bootID = "before"
                })
            try await first.append([.fact("1")], to: "s-1")
            try FileManager.default.copyItem(atPath: cluster.path("a"), toPath: cluster.path("b"))
            let second = try await cluster.node(
                "b",
                changing: {
                    $0.replica.durability = .full
                    $0.bootID = "after"
                })
            #expect(try await second.texts() == ["1"])
            #expect(!FileManager.default.fileExists(atPath: cluster.path("b/log.mdb-untrusted")))
        }
    }
}

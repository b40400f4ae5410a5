import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("A backup of a store")
    struct BackupCommandTests {
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        @Test("a backup is a complete store: it verifies, and exports the same bytes")
        func backup() async throws {
            try await store.output("items", "add", "Buy milk")
            try await store.output("items", "add", "Sow wheat")
            let copy = try CommandLineStore(in: store.folder, named: "copy.store")
            #expect(try await store.output("backup", copy.path).hasPrefix("copied 2 events in 2 blocks to "))
            #expect(try await copy.output("export") == store.output("export"))
            #expect(try await copy.output("items", "list") == store.output("items", "list"))
            #expect(try await copy.output("verify").contains("no faults"))
        }

        @Test("a backup to a folder with files exits with 73 and does not change it; of a missing store, with 66")
        func refusals() async throws {
            let copy = store.folder.path("copy")
            try await store.failure(66, "backup", copy)
            try await store.output("items", "add", "Buy milk")
            try await store.output("backup", copy)
            let before = try store.folder.bytes("copy/log.mdb")
            #expect(try await store.failure(73, "backup", copy).contains("is not empty"))
            #expect(try store.folder.bytes("copy/log.mdb") == before)
            try await store.failure(64, "backup", "")
        }
    }
}

import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("A log that was lost or replaced by an older one")
    struct LostLogTests {
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        private var log: String { store.path + "/log.mdb" }

        /// A store of two items with the log of the first one alone.
        private func putBack() async throws {
            try await store.output("items", "add", "Buy milk")
            let older = try Data(contentsOf: URL(filePath: log))
            try await store.output("items", "add", "Sow wheat")
            try older.write(to: URL(filePath: log))
        }

        @Test(
            "a missing log is not replaced: commands exit with 65, and the read models stay",
            arguments: [true, false])
        func gone(isEmptied: Bool) async throws {
            try await store.output("items", "add", "Buy milk")
            if isEmptied {
                try Data().write(to: URL(filePath: log))
            } else {
                try FileManager.default.removeItem(atPath: log)
            }
            let views = try store.folder.bytes(store.name + "/views.mdb")
            for command in [
                ["items", "add", "Sow wheat"], ["items", "list"], ["import", Fixture.history], ["restored"],
            ] {
                let result = try await NacreProcess().run(command + ["--store", store.path])
                #expect(result.status == 65, "\(command) exits with \(result.status): \(result.errors)")
                #expect(result.errors.contains("log.mdb is missing or empty"))
                // A missing log cannot be confirmed: that command would be refused, too.
                #expect(!result.errors.contains("nacre restored"))
            }
            #expect(try store.folder.bytes(store.name + "/views.mdb") == views)
        }

        @Test("with an older log, commands that write exit with 65 and name both positions; commands that read warn")
        func older() async throws {
            try await putBack()
            for command in [["items", "add", "Mow"], ["replay"], ["projections", "retry", "items"]] {
                let result = try await NacreProcess().run(command + ["--store", store.path])
                #expect(result.status == 65, "\(command) exits with \(result.status): \(result.errors)")
                #expect(result.errors.contains("up to position 2, but the log ends at position 1"))
                #expect(result.errors.contains("nacre restored"))
            }
            for command in [
                ["items", "list"], ["read"], ["export"], ["stats"], ["streams"], ["backup", store.path + "-2"],
            ] {
                let result = try await NacreProcess().run(command + ["--store", store.path])
                #expect(result.status == 0, "\(command) exits with \(result.status): \(result.errors)")
                #expect(result.errors.contains("up to position 2, but the log ends at position 1"))
            }
            #expect(try await store.output("items", "list").contains("Buy milk"))
            #expect(try await !store.run("verify").output.contains("no faults"))
            #expect(try await store.run("verify").status == 65)
        }

        @Test("nacre restored reports what it discards, and the store continues from the end of the log")
        func restored() async throws {
            try await putBack()
            let said = try await store.output("restored")
            #expect(
                said.contains(
                    "read model \"items\" has applied events up to position 2, but the log ends at position 1"))
            #expect(said.contains("confirmed: the log ends at position 1"))
            #expect(try await store.output("restored").contains("nothing was changed"))
            try await store.output("items", "add", "Mow")
            #expect(try await store.eventCount() == 2)
            #expect(try await store.output("verify").contains("no faults"))
        }

        @Test("nacre restored on a missing store exits with 66 and creates none")
        func noSuchStore() async throws {
            try await store.failure(66, "restored")
            #expect(!store.exists)
        }
    }
}

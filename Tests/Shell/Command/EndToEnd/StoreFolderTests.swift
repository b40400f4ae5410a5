import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("The folder of a store")
    struct StoreFolderTests {
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        @Test("commands that read a missing store exit with 66 and create none")
        func noSuchStore() async throws {
            for command in [
                ["items", "list"], ["items", "show", "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"], ["profile", "list"],
                ["read"], ["streams"], ["stats"], ["projections", "list"],
                ["projections", "retry", "items"], ["projections", "skip", "items", "1", "--reason", "x"], ["export"],
                ["replay"], ["replay", "--check"], ["verify"],
            ] {
                let result = try await NacreProcess().run(command + ["--store", store.path])
                #expect(result.status == 66, "\(command) exits with \(result.status): \(result.errors)")
                #expect(result.output == "")
                #expect(!store.exists, "\(command) made a store")
            }
        }

        @Test("importing a missing file exits with 66 and creates no store")
        func noSuchFile() async throws {
            #expect(try await store.failure(66, "import", store.folder.path("no.ndjson")).contains("no.ndjson"))
            #expect(!store.exists)
        }

        @Test("a file as the store exits with 73 and is not changed")
        func storeIsFile() async throws {
            _ = try store.folder.file("text", named: store.name)
            try await store.failure(73, "items", "add", "Buy milk")
            try await store.failure(73, "read")
            #expect(try store.folder.bytes(store.name) == Array("text".utf8))
        }

        @Test("a folder without write permission exits with 73")
        func notWritable() async throws {
            let parent = store.folder.path("parent")
            try FileManager.default.createDirectory(
                atPath: parent, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o555])
            let nacre = NacreProcess(prefix: NacreProcess.unprivileged)
            let result = try await nacre.run(["items", "add", "Buy milk", "--store", parent + "/nacre.store"])
            #expect(result.status == 73, "it exits with \(result.status): \(result.errors)")
            #expect(result.errors.contains("parent"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: parent).isEmpty)
            let export = store.folder.path("whole.ndjson")
            try await store.output("items", "add", "Buy milk")
            try await store.output("export", "-o", export)
            let refused = try await nacre.run(["export", "-o", parent + "/x.ndjson", "--store", store.path])
            #expect(refused.status == 73, "it exits with \(refused.status): \(refused.errors)")
        }

        @Test(
            "a log.mdb that is not a log exits with 65",
            arguments: ["not a log", String(repeating: "x", count: 20_000)])
        func foreignLog(content: String) async throws {
            try FileManager.default.createDirectory(atPath: store.path, withIntermediateDirectories: false)
            _ = try store.folder.file(content, named: store.name + "/log.mdb")
            try await store.failure(65, "read")
            try await store.failure(65, "items", "add", "Buy milk")
            #expect(try store.folder.bytes(store.name + "/log.mdb") == Array(content.utf8))
        }

        @Test("a truncated log exits with 65, without a crash")
        func truncatedLog() async throws {
            try await store.output("import", Fixture.history)
            let log = try FileHandle(forWritingTo: URL(filePath: store.path + "/log.mdb"))
            try log.truncate(atOffset: 100_000)
            try log.close()
            try await store.failure(65, "read")
            try await store.failure(65, "verify")
        }

        @Test("with standard output closed, results are not written into the log")
        func closedOutput() async throws {
            let result = try await NacreProcess().shell(
                #"exec "$0" items add "Buy milk" --store "$1" >&-"#, arguments: [store.path])
            #expect(result.status == 74)
            // Another file at the same descriptor would be read, or take the output.
            #expect(result.errors == "nacre: cannot write standard output: Bad file descriptor\n")
            #expect(try await store.output("verify").hasSuffix(": no faults\n"))
        }

        @Test("$NACRE_STORE names the store if there is no option")
        func environment() async throws {
            let add = try await NacreProcess().run(
                ["items", "add", "Buy milk"], environment: ["NACRE_STORE": store.path])
            #expect(add.status == 0)
            #expect(try await store.eventCount() == 1)
        }

        @Test("only its owner can read the files of a store")
        func modes() async throws {
            try await store.output("items", "add", "Buy milk")
            let names = try FileManager.default.contentsOfDirectory(atPath: store.path)
            #expect(names.contains("log.mdb"))
            for name in [""] + names.map({ "/" + $0 }) {
                let mode =
                    try FileManager.default.attributesOfItem(atPath: store.path + name)[.posixPermissions] as? Int
                #expect(mode.map { $0 & 0o077 } == 0, "\(name) has mode \(String(mode ?? 0, radix: 8))")
            }
        }
    }
}

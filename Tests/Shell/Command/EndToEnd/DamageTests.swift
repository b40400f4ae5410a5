import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Damaged and missing data")
    struct DamageTests {
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        /// Changes bytes in a file of the store.
        private func change(_ name: String, at offset: UInt64) throws {
            let file = try FileHandle(forUpdating: URL(filePath: store.path + "/" + name))
            try file.seek(toOffset: offset)
            try file.write(contentsOf: Data(repeating: 0xA5, count: 4))
            try file.close()
        }

        private func remove(_ name: String) throws {
            try FileManager.default.removeItem(atPath: store.path + "/" + name)
        }

        @Test("verify and read report changed bytes in the log with their position")
        func damagedLog() async throws {
            try await store.output("import", Fixture.history)
            let log = try store.folder.bytes(store.name + "/log.mdb")
            let data = Array(#""name":"libraries/libmdb/midl.c""#.utf8)
            let offset = try #require(log.indices.first { log[$0...].starts(with: data) })
            try change("log.mdb", at: UInt64(offset))
            let verify = try await store.run("verify")
            #expect(verify.status == 65)
            let finding = try #require(verify.lines.first { $0.hasPrefix("position ") })
            let position = try #require(finding.split(whereSeparator: { " :".contains($0) }).dropFirst().first)
            let read = try await store.run("read", "--format", "ndjson")
            #expect(read.status == 65)
            #expect(read.errors.contains("position \(position)"))
            #expect(read.lines.count == Int(position).map { $0 - 1 })
            #expect(try await store.output("read", "--after", String(position)).split(separator: "\n").count > 1)
        }

        @Test(
            "deleted or damaged derived data is rebuilt with a notice",
            arguments: ["index.mdb", "views.mdb"])
        func derivedData(name: String) async throws {
            try await store.output("import", Fixture.history)
            let before = try await store.output("items", "list", "--all")
            try remove(name)
            let missing = try await store.run("items", "list", "--all")
            #expect(missing.output == before)
            #expect(missing.status == 0)
            #expect(missing.errors.contains(name))
            _ = try store.folder.file("not what it was", named: store.name + "/" + name)
            let damaged = try await store.run("items", "list", "--all")
            #expect(damaged.output == before)
            #expect(damaged.status == 0)
            #expect(damaged.errors.contains(name))
            #expect(try await store.output("verify").hasSuffix(": no faults\n"))
        }

        @Test("read models of another store are rebuilt with a notice")
        func otherStore() async throws {
            try await store.output("import", Fixture.history)
            let other = try CommandLineStore(in: store.folder, named: "other")
            try await other.output("items", "add", "Buy milk")
            try remove("views.mdb")
            try FileManager.default.copyItem(atPath: other.path + "/views.mdb", toPath: store.path + "/views.mdb")
            let list = try await store.run("items", "list")
            #expect(list.errors.contains("another store"))
            #expect(list.lines.count == 31)
        }

        @Test("a check reports read models that are damaged or of another store, and does not change them")
        func checkedMisfit() async throws {
            try await store.output("import", Fixture.history)
            let views = store.name + "/views.mdb"
            let other = try CommandLineStore(in: store.folder, named: "other")
            try await other.output("items", "add", "Buy milk")
            try await other.output("profile", "list")
            let foreign = try store.folder.bytes(other.name + "/views.mdb")
            for (content, reason) in [(foreign, "another store"), (Array("not what it was".utf8), "damaged")] {
                _ = try store.folder.file(content, named: views)
                let check = try await store.run("replay", "--check")
                #expect(check.status == 65)
                #expect(check.lines.filter { $0.contains("cannot be compared") && $0.contains(reason) }.count == 2)
                let verify = try await store.run("verify")
                #expect(verify.status == 65)
                #expect(verify.lines.filter { $0.contains("cannot be compared") && $0.contains(reason) }.count == 2)
                #expect(try await store.output("stats").contains(reason))
                #expect(try store.folder.bytes(views) == content)
            }
            try await store.output("replay")
            #expect(try await store.output("replay", "--check").contains("no difference"))
            #expect(try await store.output("items", "list").split(separator: "\n").count == 31)
        }

        @Test("an event that cannot be applied halts its own read model alone, and is reported once")
        func halted() async throws {
            try await store.output(
                "profile", "setup", "--user", "u", "--screen-name", "ada", "--birthday", "1990-12-10")
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            let append = try await store.run("append", "item-\(id)", "ItemCreated", "--data", #"{"nam":1}"#)
            #expect(append.status == 3)
            #expect(append.output.hasPrefix("position  2\n"))
            #expect(append.errors.contains("recorded as version 1 of \"item-\(id)\" at position 2; "))
            let list = try await store.failure(1, "items", "list")
            #expect(list.contains("position 2"))
            // The second line has the commands that resume the projection.
            #expect(list.split(separator: "\n").count == 2)
            #expect(list.ranges(of: "halts before").count == 1)
            #expect(try await store.output("profile", "list").contains("ada"))
            let verify = try await store.run("verify")
            #expect(verify.status == 65)
            #expect(verify.output.contains("read model items is not up to date: "))
        }
    }
}

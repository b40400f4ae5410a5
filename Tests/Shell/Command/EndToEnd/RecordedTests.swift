import Foundation
import Nacre
import NacreLMDB
import Testing

extension EndToEndTests {
    @Suite("Recorded, but not shown")
    struct RecordedTests {
        private static let first = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
        private static let second = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c12"
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        /// An item, followed by events that no projection can apply, at positions 2 and 3.
        private func halt() async throws {
            try await store.output("items", "add", "Buy milk", "--id", Self.first)
            try await store.failure(3, "append", "item-\(Self.second)", "ItemCreated", "--data", #"{"nam":1}"#)
            try await store.failure(3, "append", "profile-u-2", "IdentityCompleted", "--data", #"{"nam":1}"#)
        }

        /// Marks the read model of items as built by another program.
        private func make(schemaVersion: Int, by definition: ProjectionDefinition? = nil) throws {
            let models = try LMDBReadModelStore.open(at: store.path + "/views.mdb", mapSize: 1 << 30)
            defer { models.close() }
            try models.write("items") { writer in
                let checkpoint = try #require(try writer.state()).checkpoint
                try writer.setState(
                    ReadModelState(schemaVersion: schemaVersion, checkpoint: checkpoint, definition: definition))
            }
        }

        @Test(
            "items add exits with 3, reports where the item is recorded, and is repeated without a second item"
        )
        func add() async throws {
            try await halt()
            let said = try await store.failure(3, "items", "add", "Buy bread")
            #expect(said.contains("recorded as version 1 of \"item-"))
            #expect(said.contains("at position 4; the read model does not show it yet: "))
            #expect(said.contains("halts before position 2"))
            let id = try #require(said.firstMatch(of: #/unless it has --id ([0-9a-f-]{36})/#)?.output.1)
            #expect(said.contains("\"item-\(id)\""))
            try await store.failure(1, "items", "add", "Buy bread", "--id", String(id))
            #expect(try await store.eventCount() == 4)
        }

        @Test("commands that change an item exit with 3 and report where the event is recorded")
        func change() async throws {
            try await halt()
            for (index, command) in [["complete"], ["reopen"], ["rename"], ["delete"]].enumerated() {
                let name = command == ["rename"] ? ["Buy oat milk"] : []
                let result = try await store.process.run(
                    ["items"] + command + [Self.first] + name + ["--store", store.path])
                #expect(result.status == 3, "\(command) exits with \(result.status): \(result.errors)")
                #expect(
                    result.errors.contains(
                        "recorded as version \(index + 2) of \"item-\(Self.first)\" at position \(index + 4); "))
                #expect(!result.errors.contains("--id"))
            }
        }

        @Test("commands that change a profile exit with 3, and both changes are recorded")
        func profile() async throws {
            try await store.output(
                "profile", "setup", "--user", "u-1", "--screen-name", "ada", "--birthday", "1990-12-10")
            try await store.failure(3, "append", "profile-u-2", "BirthdayCorrected", "--data", #"{"nam":1}"#)
            let said = try await store.failure(
                3, "profile", "setup", "--user", "u-3", "--screen-name", "bob", "--birthday", "1990-12-10")
            #expect(said.contains("recorded as version 1 of \"profile-u-3\" at position 3; "))
            let changed = try await store.failure(
                3, "profile", "change", "--user", "u-1", "--screen-name", "eve", "--birthday", "1990-12-11")
            #expect(changed.contains("the new screen name is recorded"))
            #expect(changed.contains("recorded as version 3 of \"profile-u-1\" at position 5; "))
            #expect(try await store.output("read", "profile-u-1").contains("BirthdayCorrected"))
            #expect(try await store.eventCount() == 5)
        }

        @Test("a skip after which the projection halts again exits with 3 and reports that it is recorded")
        func skip() async throws {
            try await halt()
            try await store.failure(3, "append", "item-\(Self.first)", "ItemRenamed", "--data", #"{"nam":1}"#)
            try await store.failure(1, "items", "list")
            let said = try await store.failure(3, "projections", "skip", "items", "2", "--reason", "a faulty import")
            #expect(said.contains("the skip of position 2 is recorded"))
            #expect(said.contains("position 4"))
        }

        @Test("append and import exit with 3 if a projection is halted, and report what is recorded")
        func halted() async throws {
            try await store.output("items", "add", "Buy milk", "--id", Self.first)
            for position in [2, 3] {
                let result = try await store.run(
                    "append", "item-\(Self.second)", "ItemCreated", "--data", #"{"nam":1}"#)
                #expect(result.status == 3)
                #expect(result.output.hasPrefix("position  \(position)\n"))
                let version = position - 1
                let recorded =
                    "nacre: recorded as version \(version) of \"item-\(Self.second)\" at position \(position); "
                #expect(result.errors.contains(recorded), "\(result.errors)")
                #expect(result.errors.contains("halts before position 2"))
                #expect(result.errors.contains("unless it has --id "))
            }
            let line = #"{"stream":"s-1","type":"T"}"#
            for imported in [1, 0] {
                let result = try await store.run("import", "-", input: line + "\n")
                #expect(result.status == 3)
                #expect(result.output.hasPrefix("imported \(imported) events, skipped \(1 - imported) "))
                #expect(
                    result.errors.contains("nacre: the events are recorded; the read models do not show them yet: "))
            }
            #expect(try await store.eventCount() == 4)
            // An import of no events has nothing to show.
            try await store.output("import", "-", input: "")
        }

        @Test(
            "append and import exit with 3 if a newer program or another projection built the read model",
            arguments: [99, 0])
        func another(schemaVersion: Int) async throws {
            try await store.output("items", "add", "Buy milk")
            // The schema version is its own, but the definition differs.
            let own = try await store.projectionVersion(of: "items")
            try make(
                schemaVersion: schemaVersion == 0 ? own : schemaVersion,
                by: schemaVersion == 0 ? ProjectionDefinition(query: .all, tables: []) : nil)
            let said = try await store.failure(3, "append", "s-1", "T", "--data", "1")
            #expect(
                said.contains("recorded as version 1 of \"s-1\" at position 2; the read model does not show it yet: "))
            #expect(said.contains(schemaVersion == 0 ? "built by another projection" : "has schema version 99"))
            let imported = try await store.failure(3, "import", "-", input: #"{"stream":"s-1","type":"T"}"# + "\n")
            #expect(imported.contains("the events are recorded; the read models do not show them yet: "))
            #expect(try await store.eventCount() == 3)
        }

        @Test("append can be repeated with --id")
        func append() async throws {
            let append = ["append", "s-1", "T", "--data", "1", "--id", Self.first, "--store", store.path]
            for expected in ["now", "earlier"] {
                let result = try await store.process.run(append)
                #expect(result.output.contains("recorded  \(expected)"), "\(result.output)")
            }
            #expect(try await store.eventCount() == 1)
        }
    }
}

extension CommandLineStore {
    /// The schema version of a projection.
    fileprivate func projectionVersion(of name: String) async throws -> Int {
        let json = try await output("projections", "list", "--format", "json")
        let list = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
        return try #require(list.first { $0["name"] as? String == name }?["schemaVersion"] as? Int)
    }
}

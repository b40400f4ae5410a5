import Foundation
import Nacre
import NacreLMDB
import NacreRuntime
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    /// The store of a program whose features `nacre` does not have.
    @Suite("A store of another program")
    struct ForeignStoreTests {
        private let store: CommandLineStore

        init() async throws {
            store = try CommandLineStore()
            let runtime = try await Runtime.open(.lmdb(at: store.path)) {
                Tills()
                Ringing()
            }
            for amount in 1...3 {
                try await runtime.store.append([EventData(type: "Paid", data: Array("\(amount)".utf8))], to: "till-1")
            }
            try await runtime.catchUp()
            try await runtime.react()
            await runtime.close()
        }

        /// Halts the other program's projection.
        private func haltTills() throws {
            let models = try LMDBReadModelStore.open(at: store.path + "/views.mdb", mapSize: 1 << 30)
            defer { models.close() }
            try models.write("tills") { model in
                let state = try #require(try model.state())
                let halt = ProjectionHalt(position: 4, reason: "the till is empty", since: .sample)
                try model.setState(
                    ReadModelState(
                        schemaVersion: state.schemaVersion, checkpoint: state.checkpoint, halt: halt,
                        definition: state.definition))
            }
        }

        private func list(_ what: String) async throws -> [[String: Any]] {
            let text = try await store.output(what, "list", "--format", "json")
            return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        }

        @Test("all read models of the store are listed, and those without a projection in the program are foreign")
        func projections() async throws {
            let models = try await list("projections")
            #expect(models.map { $0["name"] as? String } == ["items", "profiles", "tills"])
            #expect(models.map { $0["state"] as? String } == ["unused", "unused", "foreign"])
            // No lag is shown: the first two have no events, and that of the third is unknown.
            #expect(models.allSatisfy { $0["lag"] == nil })
            #expect(models.last?["position"] as? Int == 3)
            #expect(try await store.output("projections", "list").contains("nacre has no projection of this name"))
        }

        @Test("all process managers of the log are listed, and those that the program lacks are foreign")
        func processes() async throws {
            let processes = try await list("processes")
            #expect(processes.map { $0["name"] as? String } == ["ringing", "welcome"])
            #expect(processes.map { $0["state"] as? String } == ["ready", "unused"])
            #expect(processes.map { $0["foreign"] as? Bool } == [true, nil])
            #expect(try await store.output("processes", "list").contains("nacre has no process manager of this name"))
        }

        @Test(
            "replay neither rebuilds nor checks a read model that the program has no projection for",
            arguments: [["--check"], []])
        func replay(options: [String]) async throws {
            let before = FileManager.default.contents(atPath: store.path + "/views.mdb")
            let result = try await store.process.run(["replay"] + options + ["--store", store.path])
            #expect(result.status == 0)
            #expect(result.output.isEmpty, "\(result.output)")
            #expect(
                result.errors.contains(
                    "items: skipped, because the log has none of its events and its read model has no rows\n"))
            #expect(result.errors.contains("tills: nacre has no projection of this name"))
            #expect(FileManager.default.contents(atPath: store.path + "/views.mdb") == before)
        }

        @Test("stats lists unused and foreign read models without a lag")
        func stats() async throws {
            let text = try await store.output("stats", "--format", "json")
            let report = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            let models = try #require(report["projections"] as? [[String: Any]])
            #expect(models.map { $0["name"] as? String } == ["items", "profiles", "tills"])
            #expect(models.map { $0["state"] as? String } == ["unused", "unused", "foreign"])
            #expect(models.allSatisfy { $0["lag"] == nil && $0["needsRebuild"] == nil })
            let shown = try await store.output("stats")
            #expect(shown.contains("position 3, foreign: nacre has no projection of this name"))
            let lines = shown.split(separator: "\n").filter { $0.hasPrefix("projection ") }
            #expect(lines.count == 3)
            #expect(lines.allSatisfy { !$0.contains("behind") })
        }

        @Test("commands that write or read leave the read models unused and foreign")
        func writing() async throws {
            try await store.output("append", "till-1", "Paid", "--data", "4")
            let copied = try store.folder.file(try await store.output("export", "till-1"))
            try await store.output("import", copied)
            #expect(try await store.output("items", "list") == "")
            try await store.output("projections", "rows", "profiles")
            let models = try await list("projections")
            #expect(models.map { $0["state"] as? String } == ["unused", "unused", "foreign"])
            #expect(models.allSatisfy { $0["lag"] == nil })
            let checked = try await store.process.run(["replay", "--check", "--store", store.path])
            #expect(checked.output.isEmpty, "\(checked.output)")
            #expect(
                try await store.process.run(["verify", "--store", store.path]).errors.contains("tills is not checked"))
        }

        @Test("a projection is used from its first event on")
        func used() async throws {
            try await store.output("items", "add", "Mow")
            let models = try await list("projections")
            #expect(models.map { $0["state"] as? String } == ["current", "unused", "foreign"])
        }

        @Test("verify names the read models that it does not check, with the reason")
        func verify() async throws {
            let unused = "is not checked: the log has none of its events, and it has no rows\n"
            let result = try await store.process.run(["verify", "--store", store.path])
            #expect(result.status == 0)
            #expect(result.errors.contains("read model tills is not checked: nacre has no projection of this name\n"))
            for name in ["items", "profiles"] { #expect(result.errors.contains("read model \(name) \(unused)")) }
            try await store.output("items", "add", "Mow")
            let used = try await store.process.run(["verify", "--store", store.path])
            #expect(!used.errors.contains("items"))
            #expect(used.errors.contains("read model profiles \(unused)"))
        }

        @Test(
            "the halt of a foreign read model is shown without a remedy")
        func halted() async throws {
            try haltTills()
            let name = "nacre has no projection of this name"
            let stats = try await store.output("stats")
            #expect(stats.contains("foreign: \(name), halted before position 4: the till is empty\n"))
            let list = try await store.output("projections", "list")
            #expect(list.contains("\(name); before position 4 since"))
            #expect(list.contains(": the till is empty\n"))
        }

        @Test("the rows of a foreign read model cannot be printed")
        func rows() async throws {
            #expect(
                try await store.failure(66, "projections", "rows", "tills").contains("only items and profiles"))
        }
    }

    /// The rows of read models, as their projections describe them.
    @Suite("nacre projections rows")
    struct ProjectionRowsTests {
        private let store: CommandLineStore

        init() async throws {
            store = try CommandLineStore()
            for name in ["one", "two"] { try await store.output("items", "add", name) }
        }

        @Test("rows are printed as they are now, or as of a past moment")
        func moments() async throws {
            func rows(_ arguments: String...) async throws -> [String] {
                try await store.process.run(
                    ["projections", "rows", "items", "--format", "ndjson", "--store", store.path] + arguments
                ).lines
            }
            let today = try await rows()
            #expect(today.count == 2)
            #expect(today.contains { $0.contains("two") })
            #expect(try await rows("--limit", "1").count == 1)
            let past = try await rows("--as-of", "1")
            #expect(past.count == 1)
            #expect(past.first?.contains("one") == true)
            #expect(try await rows("--as-of", "0").isEmpty)
        }
    }
}

private struct Tills: TableProjection {
    struct Till: Codable { var payments = 0 }

    static let tills = Table<String, Till>()
    static let tables: TableSet = [tills]
    let query = Query.types("Paid")

    func decode(_ recorded: EventView) throws -> Int? { 1 }

    func apply(_ event: Int, _ recorded: EventView, to tables: MutableTables<Self>) throws {
        let till = try tables.tills.row(at: "all") ?? Till()
        try tables.tills.set(Till(payments: till.payments + event), at: "all")
    }
}

private struct Ringing: ProcessManager {
    let name = "ringing"
    let query = Query.types("Paid")

    func react(to event: RecordedEvent) async throws -> Commit? {
        Commit([EventData(type: "Rang", data: Array("1".utf8))], to: "bell-1")
    }
}

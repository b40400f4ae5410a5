import Foundation
import Nacre
import NacreLMDB
import Testing

extension EndToEndTests {
    @Suite("nacre projections")
    struct ProjectionsCommandTests {
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        /// An item, an event that cannot be applied at position 2, and another item.
        private func halt() async throws {
            try await store.output("items", "add", "Buy milk")
            try await store.failure(
                3, "append", "item-4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11", "ItemCreated", "--data", #"{"nam":1}"#)
            _ = try await store.run("items", "add", "Buy bread")
        }

        /// Sets the checkpoint of the items' read model to position 2, without a halt.
        private func pass() async throws {
            let log = try await LMDBEventStore.open(at: store.path)
            let checkpoint = try await log.checkpoint(at: 2)
            await log.close()
            try change { writer in
                let state = try #require(try writer.state())
                try writer.setState(
                    ReadModelState(
                        schemaVersion: state.schemaVersion, checkpoint: checkpoint, definition: state.definition))
            }
        }

        /// Adds a row to the items that no event accounts for.
        private func addRow() throws {
            try change { writer in
                let first = try #require(try writer.value(for: .key(of: 1), in: 0))
                try writer.setValue(first, for: .key(of: 999), in: 0)
            }
        }

        private func change(_ body: (any ReadModelWriter) throws -> Void) throws {
            let models = try LMDBReadModelStore.open(at: store.path + "/views.mdb", mapSize: 1 << 30)
            defer { models.close() }
            try models.write("items", body)
        }

        private func list() async throws -> [[String: Any]] {
            let json = try await store.output("projections", "list", "--format", "json")
            return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
        }

        private func items() async throws -> [String: Any] {
            try #require(try await list().first { $0["name"] as? String == "items" })
        }

        @Test("a projection is current or behind, and listing does not change it")
        func current() async throws {
            try await store.output("items", "add", "Buy milk")
            try await store.output("items", "list")
            #expect(try await list().map { $0["name"] as? String } == ["items", "profiles"])
            #expect(try await items()["state"] as? String == "current")
            try FileManager.default.removeItem(atPath: store.path + "/views.mdb")
            for _ in 0..<2 {
                #expect(try await items()["state"] as? String == "behind")
                #expect(try await items()["lag"] as? Int == 1)
            }
            let table = try await store.output("projections", "list").split(separator: "\n")
            #expect(table.count == 3)
            #expect(table[0].hasPrefix("NAME"))
            let lines = try await store.output("projections", "list", "--format", "ndjson").split(separator: "\n")
            #expect(lines.count == 2)
        }

        @Test("every process shows a halt with position, reason and time, and does not retry it")
        func halted() async throws {
            try await halt()
            let first = try await items()
            #expect(first["state"] as? String == "halted")
            #expect(first["position"] as? Int == 1)
            let halt = try #require(first["halt"] as? [String: Any])
            #expect(halt["position"] as? Int == 2)
            #expect((halt["reason"] as? String)?.contains("nam") == true)
            let since = try #require(halt["since"] as? String)
            try await store.failure(1, "items", "list")
            #expect((try await items()["halt"] as? [String: Any])?["since"] as? String == since)
            // Each read model is brought up to date when it is read itself.
            let log = try await LMDBEventStore.open(at: store.path)
            let identity = Array(#"{"screenName":"Ada","birthday":"1990-12-10"}"#.utf8)
            try await log.append([EventData(type: "IdentityCompleted", data: identity)], to: "profile-ada")
            await log.close()
            #expect(try await list().last?["state"] as? String == "behind")
            try await store.output("profile", "list")
            #expect(try await list().last?["state"] as? String == "current")
            #expect(
                try await store.output("projections", "list").contains("before position 2 since \(since.prefix(19))"))
        }

        @Test("a retry that fails exits with 1, and the projection stays halted")
        func retry() async throws {
            try await halt()
            #expect(try await store.failure(1, "projections", "retry", "items").contains("position 2"))
            #expect(try await items()["state"] as? String == "halted")
        }

        @Test("retry and skip print the state that list shows")
        func sameState() async throws {
            try await halt()
            #expect(try await list().last?["state"] as? String == "unused")
            let unused = try await store.output("projections", "retry", "profiles", "--format", "json")
            #expect(unused.contains(#""state":"unused""#))
            #expect(!unused.contains(#""lag""#))
            let skipped = try await store.output(
                "projections", "skip", "items", "2", "--reason", "a faulty import", "--format", "json")
            #expect(skipped.contains(#""state":"current""#))
            #expect(try await items()["state"] as? String == "current")
        }

        @Test("the message of a halt names the event once, and the commands that resume the projection")
        func remedy() async throws {
            try await store.output("items", "add", "Buy milk")
            let stream = "item-4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            let appended = try await store.failure(3, "append", stream, "ItemCreated", "--data", #"{"nam":1}"#)
            #expect(appended.components(separatedBy: "\"ItemCreated\"").count == 2, "\(appended)")
            #expect(appended.contains("the read model does not show it yet: see above; "), "\(appended)")
            let remedy =
                "once it is fixed: nacre projections retry items; to skip the event permanently: "
                + "nacre projections skip items 2 --reason TEXT\n"
            let list = try await store.output("projections", "list")
            let stats = try await store.output("stats")
            let failure = try await store.failure(1, "items", "list")
            let recorded = try await store.failure(3, "items", "add", "Buy flour", "--id", UUID().uuidString)
            let verified = try await store.run("verify").output
            #expect(appended.hasSuffix(remedy))
            for text in [list, stats, failure, recorded, verified] {
                #expect(text.contains(remedy), "\(text)")
                #expect(text.components(separatedBy: "\"ItemCreated\"").count == 2, "\(text)")
                #expect(text.components(separatedBy: "4a0712f3").count == 2, "\(text)")
                #expect(text.contains(#"of stream "\#(stream)": "#), "\(text)")
            }
        }

        @Test("verify ends with the remedies for its findings: retry or skip for a halt, a rebuild for a wrong row")
        func verifyRemedy() async throws {
            try await halt()
            let halted = try await store.failure(65, "verify")
            #expect(
                halted.hasSuffix(
                    "\nnacre: 1 fault found: resume a halted projection with nacre projections retry or skip\n"))
            try addRow()
            let both = try await store.failure(65, "verify")
            #expect(both.contains("faults found: rebuild read models with nacre replay; resume a halted projection"))
            #expect(!both.contains("index.mdb"))
        }

        @Test("replay --check and verify report a read model whose rebuild halts before its position")
        func haltedRebuild() async throws {
            try await halt()
            try await pass()
            for command in [["replay", "--check"], ["verify"]] {
                let result = try await store.process.run(command + ["--store", store.path])
                #expect(result.status == 65)
                #expect(result.output.contains("its rebuild halts before position 2"), "\(result.output)")
                #expect(!result.output.contains("no difference"), "\(result.output)")
                #expect(result.errors.contains(": fix a projection whose rebuild halts\n"), "\(result.errors)")
                #expect(!result.errors.contains("nacre replay") && !result.errors.contains("projections skip"))
            }
        }

        @Test("a skip resumes the projection, and survives the deletion of derived data")
        func skip() async throws {
            try await halt()
            let shown = try await store.output(
                "projections", "skip", "items", "2", "--reason", "a faulty import", "--format", "json")
            #expect(shown.contains(#""state":"current""#))
            #expect(try await store.output("items", "list").split(separator: "\n").count == 3)
            for name in ["views.mdb", "index.mdb"] {
                try FileManager.default.removeItem(atPath: store.path + "/" + name)
            }
            #expect(try await store.output("items", "list").split(separator: "\n").count == 3)
            let skips = try #require(try await items()["skips"] as? [[String: Any]])
            #expect(skips.map { $0["position"] as? Int } == [2])
            #expect(skips.first?["reason"] as? String == "a faulty import")
            try await store.output("replay")
            #expect(try await store.output("replay", "--check").contains("no difference"))
            #expect(try await store.output("verify").hasSuffix(": no faults\n"))
            #expect(try await store.output("read", "$projection-items").contains("PositionSkipped"))
        }

        @Test("foreign events in its stream are skipped, with a notice on standard error")
        func foreign() async throws {
            try await halt()
            let line = #"{"stream":"$projection-items","type":"PositionSkipped","data":{"eventId":"x"}}"#
            try await store.failure(3, "import", "-", input: line + "\n")
            let result = try await store.process.run(["projections", "list", "--store", store.path])
            #expect(result.status == 0)
            #expect(result.errors.contains(#"a foreign record in stream "$projection-items" is skipped"#))
            try await store.output("projections", "skip", "items", "2", "--reason", "a faulty import")
            #expect(try await items()["state"] as? String == "current")
        }

        @Test("only the position before which a projection is halted can be skipped, with a reason")
        func wrongSkip() async throws {
            try await halt()
            #expect(
                try await store.failure(65, "projections", "skip", "items", "1", "--reason", "x")
                    .contains("before position 2"))
            #expect(
                try await store.failure(65, "projections", "skip", "profiles", "1", "--reason", "x")
                    .contains("it is not halted"))
            try await store.failure(65, "projections", "skip", "items", "2", "--reason", "")
            try await store.failure(64, "projections", "skip", "items", "2")
            #expect(try await store.eventCount() == 3)
        }

        @Test("naming a projection that does not exist exits with 66 and lists those that do")
        func noSuchProjection() async throws {
            try await store.output("items", "add", "Buy milk")
            for command in [["retry", "itmes"], ["skip", "itmes", "1", "--reason", "x"]] {
                let result = try await store.process.run(["projections"] + command + ["--store", store.path])
                #expect(result.status == 66)
                #expect(result.errors.contains("items and profiles"))
            }
        }
    }
}

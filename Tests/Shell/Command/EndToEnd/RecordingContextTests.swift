import Foundation
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("The context of recorded events")
    struct RecordingContextTests {
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        /// The metadata of the last event, as it is stored.
        private func metadata() async throws -> String {
            let line = try await store.output("read", "--backward", "--limit", "1", "--format", "ndjson")
            let rest = line.components(separatedBy: #","metadata":"#).dropFirst().joined()
            return rest.components(separatedBy: #","position":"#)[0]
        }

        @Test("commands that write record actor, correlation, causation and metadata, and find finds them")
        func useCases() async throws {
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            try await store.output(
                "items", "add", "Buy milk", "--id", id, "--actor", "ada", "--correlation", "r-1", "--causation", "c-1",
                "--metadata", "reason=a = b", "--metadata", #"{"level":2,"tags":["x"]}"#)
            #expect(
                try await metadata()
                    == #"{"correlationId":"r-1","causationId":"c-1","actor":"ada","reason":"a = b","level":2,"#
                    + #""tags":["x"]}"#)
            for command in ["complete", "reopen", "delete", "restore"] {
                try await store.output("items", command, id, "--actor", command)
                #expect(try await metadata() == #"{"actor":"\#(command)"}"#)
            }
            try await store.output("items", "rename", id, "Oat milk", "--metadata", #"{"actor":"bob"}"#)
            #expect(try await metadata() == #"{"actor":"bob"}"#)
            let identity = ["--user", "u-1", "--screen-name", "ada", "--birthday", "1990-12-10", "--actor", "eve"]
            #expect(try await store.process.run(["profile", "setup"] + identity + store.place).status == 0)
            #expect(try await metadata() == #"{"actor":"eve"}"#)
            try await store.output("profile", "change", "--user", "u-1", "--screen-name", "ada2", "--correlation", "r")
            #expect(try await metadata() == #"{"correlationId":"r"}"#)
            let count = try await store.output("find", "--actor", "ada", "--count", "--format", "json")
            #expect(count == #"{"events":1}"# + "\n")
            try await store.output("items", "complete", id)
            #expect(try await metadata() == "")
        }

        @Test("append takes the same options, and keeps a single object byte for byte")
        func append() async throws {
            let object = #"{ "b" : 1 , "a" : "x=y" }"#
            try await store.output("append", "s-1", "T", "--data", "1", "--metadata", object)
            #expect(try await metadata() == object)
            try await store.output("append", "s-1", "T", "--data", "1", "--metadata", "k=v", "--actor", "ada")
            #expect(try await metadata() == #"{"actor":"ada","k":"v"}"#)
        }

        @Test(
            "invalid metadata is refused, and nothing is recorded",
            arguments: [
                ["--metadata", "k"], ["--metadata", "=v"], ["--metadata", "[1]"], ["--actor", ""],
                ["--actor", "a", "--metadata", "actor=b"], ["--metadata", "k=1", "--metadata", "k=2"],
                ["--metadata", #"{"k":1}"#, "--metadata", "k=2"],
                ["--correlation", String(repeating: "c", count: 256)],
            ])
        func invalid(options: [String]) async throws {
            for command in [["items", "add", "n"], ["append", "s-1", "T", "--data", "1"]] {
                let result = try await store.process.run(command + options + store.place)
                #expect(result.status == 65, "\(result.errors)")
            }
            #expect(!store.exists)
        }

        @Test("an item is named by the beginning of its id, if no other item's id begins so")
        func beginnings() async throws {
            let (one, other) = ("4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11", "4a0712f3-6b1d-4f0e-9d5a-2f6f0d1b7c12")
            try await store.output("items", "add", "One", "--id", one)
            try await store.output("items", "add", "Other", "--id", other)
            for command in ["complete", "reopen", "delete", "restore", "show", "history"] {
                #expect(try await store.output("items", command, "4A0712F3-6b1c").contains(one))
            }
            #expect(try await store.output("items", "show", "4a0712f36b1c4").contains(one))
            let renamed = try await store.output("items", "rename", "4a0712f3-6b1d-", "New", "--format", "json")
            #expect(renamed.contains(other))
            #expect(try await store.output("items", "show", "4a0712f3-6b1d", "--as-of", "2").contains("Other"))
            let ambiguous = try await store.failure(65, "items", "show", "4a0712f3")
            #expect(ambiguous.contains("several items") && ambiguous.contains(one) && ambiguous.contains(other))
            try await store.failure(66, "items", "rename", "4a0712f4", "n")
            try await store.failure(64, "items", "show", "4a0")
            try await store.failure(64, "items", "show", "4a07-12f3")
        }
    }
}

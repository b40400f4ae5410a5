import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    /// `nacre story`, compared with answers computed from the lines of the history.
    @Suite("Story")
    struct StoryCommandTests {
        private func told(_ store: CommandLineStore, _ arguments: String...) async throws -> [[String: Any]] {
            let result = try await store.process.run(["story", "--format", "ndjson"] + arguments + store.place)
            try #require(result.status == 0, "\(result.errors)")
            return try result.lines.compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }

        @Test(
            "the story of an item has its lines in order, with the names that they gave it",
            arguments: Fixture.histories)
        func streams(path: String) async throws {
            let store = try CommandLineStore()
            try await store.output("import", path)
            let lines = Dictionary(grouping: try HistoryLines(path).lines, by: \.stream)
            let longest = lines.sorted { ($0.value.count, $0.key) > ($1.value.count, $1.key) }.prefix(3).map(\.key)
            for stream in longest + lines.keys.sorted().prefix(5) {
                let own = try #require(lines[stream])
                let found = try await told(store, stream)
                #expect(found.map { $0["position"] as? Int } == own.map(\.position))
                #expect(found.map { $0["type"] as? String } == own.map(\.type))
                #expect(found.map { $0["actor"] as? String } == own.map(\.actor))
                var name: String?
                for (line, event) in zip(own, found) {
                    let changes = event["changes"] as? [[String: Any]]
                    let change = changes?.first { $0["field"] as? String == "name" }
                    if line.type == "ItemCreated" || line.type == "ItemRenamed", line.name != name {
                        #expect(change?["before"] as? String == name)
                        #expect(change?["after"] as? String == line.name)
                        name = line.name
                    } else {
                        #expect(change == nil)
                    }
                    #expect((event["isForeign"] != nil) == (line.type == "FileModified"))
                }
            }
        }

        @Test(
            "the story of a name is that of all items that ever had it, one after another",
            arguments: Fixture.histories)
        func names(path: String) async throws {
            let store = try CommandLineStore()
            try await store.output("import", path)
            let history = try HistoryLines(path)
            // The names that most items had, among them those of things that were deleted and created again.
            var streams: [String: [String]] = [:]
            for line in history.lines {
                guard let name = line.name, !(streams[name] ?? []).contains(line.stream) else { continue }
                streams[name, default: []].append(line.stream)
            }
            let most = streams.sorted { ($0.value.count, $0.key) > ($1.value.count, $1.key) }.prefix(4)
            for (name, streams) in most {
                let found = try await told(store, "--where", "name=\(name)")
                let order = found.compactMap { $0["stream"] as? String }.reduce(into: [String]()) { order, stream in
                    if order.last != stream { order.append(stream) }
                }
                #expect(order == streams, "\(name)")
                #expect(found.count == history.lines.filter { streams.contains($0.stream) }.count)
            }
        }

        @Test("a table has words, changes, foreign events and the rest of the commit, with hostile text escaped")
        func table() async throws {
            let store = try CommandLineStore()
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            let lines = [
                #"{"stream":"item-\#(id)","type":"ItemCreated","time":"2026-01-01T00:00:00Z","#
                    + #""data":{"name":"a\u001b[2J"}}"#,
                #"{"stream":"note-1","type":"NoteTaken","time":"2026-01-01T00:00:01Z","data":{"text":"x"}}"#,
                #"{"stream":"item-\#(id)","type":"FileModified","time":"2026-01-01T00:00:02Z","data":{}}"#,
            ]
            try await store.output("import", "-", input: lines.map { $0 + "\n" }.joined())
            let table = try await store.output("story", "item-\(id)")
            #expect(!table.contains("\u{1B}"))
            #expect(table.contains("item created"))
            #expect(table.contains(#"name: "a\u001b[2J", isCompleted: false, owner: null; with note taken in note-1"#))
            #expect(table.contains("file modified       (not known to the decider); with note taken in note-1\n"))
            // Without a decider, the data stands in place of the changes.
            #expect(try await store.output("story", "note-1").contains(#"note taken          {"text":"x"}"#))
        }

        @Test("a flag, a case and null are found although no event has them as text")
        func implied() async throws {
            let store = try CommandLineStore()
            let ids = ["4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11", "5a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"]
            for id in ids { try await store.output("items", "add", "milk", "--id", id) }
            try await store.output("items", "complete", ids[1])
            for (value, count) in [("isCompleted=true", 2), ("isCompleted=false", 3), ("case=present", 3)] {
                #expect(try await told(store, "--where", value).count == count, "\(value)")
            }
            let none = try await store.process.run(["story", "--where", "case=deleted"] + store.place)
            #expect(none.errors.contains("no stream's state has ever had case = \"deleted\""))
            let other = try await store.process.run(["story", "--where", "case=mil"] + store.place)
            #expect(other.status == 0)
            let part = try await store.process.run(["story", "--where", "name=mil"] + store.place)
            #expect(part.errors.contains("of 2 streams with the text \"mil\", none has ever had name = \"mil\""))
            #expect(
                try await store.failure(66, "story", "--where", "nam=milk").contains("there is no field \"nam\", only"))
        }

        @Test("what does not exist and what is missing is said")
        func failures() async throws {
            let store = try CommandLineStore()
            try await store.output("append", "item-1", "Noted", "--data", "{}")
            #expect(try await store.failure(66, "story", "item-2").contains("there is no stream \"item-2\""))
            #expect(try await store.failure(64, "story").contains("give either a stream or --where"))
            #expect(try await store.failure(64, "story", "--where", "name").contains("name or lines"))
            let none = try await store.process.run(["story", "--where", "name=x"] + store.place)
            #expect(none.status == 0 && none.output.isEmpty)
            #expect(none.errors.contains("no event of a stream with a decider has the text \"x\""))
        }
    }
}

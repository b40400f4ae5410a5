import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    /// `nacre bisect`, compared with answers computed from the lines of the history.
    @Suite("Bisect")
    struct BisectCommandTests {
        private func answers(_ store: CommandLineStore, _ arguments: String...) async throws -> [[String: Any]] {
            let result = try await store.process.run(["bisect", "--format", "ndjson"] + arguments + store.place)
            try #require(result.status == 0, "\(result.errors)")
            return try result.lines.compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }

        private func positions(_ answers: [[String: Any]]) -> [Int] { answers.compactMap { $0["position"] as? Int } }

        /// The number of items after each line, beginning with none.
        private func counts(_ lines: [HistoryLines.Line]) -> [Int] {
            var created: Set<String> = []
            return [0]
                + lines.map { line in
                    if line.type == "ItemCreated", line.stream.hasPrefix("item-") { created.insert(line.stream) }
                    return created.count
                }
        }

        @Test("the first position with a number of items is that of a scan of the lines", arguments: Fixture.histories)
        func count(path: String) async throws {
            let store = try CommandLineStore()
            try await store.output("import", path)
            let counts = counts(try HistoryLines(path).lines)
            let most = try #require(counts.last)
            for limit in [1, most / 3, most - 1] {
                let found = try await answers(store, "--when", "count(items) > \(limit)")
                #expect(positions(found) == [counts.firstIndex { $0 > limit }].compactMap(\.self))
                #expect(found.first?["value"] as? Int == limit + 1)
                #expect(found.first?["type"] as? String == "ItemCreated")
            }
            let equal = try await answers(store, "--when", "count(items) = \(most / 2)", "--all")
            let expected = zip(counts.indices, counts).reduce(into: [(Int, Bool)]()) { changes, next in
                let holds = next.1 == most / 2
                if changes.last?.1 != holds { changes.append((next.0, holds)) }
            }
            #expect(positions(equal) == expected.map(\.0))
            #expect(equal.compactMap { $0["holds"] as? Bool } == expected.map(\.1))
        }

        @Test("the changes of a row and of a stream's state are those of its lines", arguments: Fixture.histories)
        func values(path: String) async throws {
            let store = try CommandLineStore()
            try await store.output("import", path)
            let lines = try HistoryLines(path).lines
            let streams = Dictionary(grouping: lines.filter { $0.stream.hasPrefix("item-") }, by: \.stream)
            let deleted = streams.keys.filter { key in streams[key]?.contains { $0.type == "ItemDeleted" } == true }
                .sorted()
            let renamed = streams.keys.filter { key in streams[key]?.contains { $0.type == "ItemRenamed" } == true }
                .sorted()
            for stream in deleted.prefix(3) {
                let id = stream.dropFirst("item-".count)
                let position = streams[stream]?.first { $0.type == "ItemDeleted" }?.position
                let created = streams[stream]?.first { $0.type == "ItemCreated" }?.position
                #expect(try await positions(answers(store, "--when", "items[\"\(id)\"].isDeleted")).first == position)
                #expect(try await positions(answers(store, "--when", "items[\"\(id)\"]")).first == created)
                #expect(
                    try await positions(answers(store, "--stream", stream, "--when", "case = deleted")).first
                        == position)
            }
            for stream in renamed.prefix(3) {
                let id = stream.dropFirst("item-".count)
                let line = try #require(streams[stream]?.last { $0.type == "ItemRenamed" })
                let name = try #require(line.name)
                let condition = "= \"\(name)\""
                // The name may have been the same before: the answer changes where the lines' names change to it.
                var (last, expected) = (false, [Int]())
                for line in streams[stream] ?? [] where line.name != nil && line.type != "FileModified" {
                    let holds = line.name == name
                    if holds, !last { expected.append(line.position) }
                    last = holds
                }
                let row = try await answers(store, "--all", "--when", "items[\"\(id)\"].name \(condition)")
                #expect(positions(row.filter { $0["holds"] as? Bool == true }) == expected)
                let state = try await answers(store, "--all", "--stream", stream, "--when", "name \(condition)")
                #expect(positions(state.filter { $0["holds"] as? Bool == true }) == expected)
            }
        }

        @Test("a command is judged by its exit code, and finds what the condition finds")
        func command() async throws {
            let store = try CommandLineStore()
            try await store.output("import", Fixture.history)
            let counts = counts(try HistoryLines().lines)
            let expected = try #require(counts.firstIndex { $0 > 20 })
            let script =
                "n=$(\"\(NacreProcess.program)\" items list --all --as-of $NACRE_POSITION --format ndjson | wc -l); test $n -le 20"
            let found = try await answers(store, "--command", script)
            #expect(positions(found) == [expected])
            let result = try await store.process.run(
                ["bisect", "--after", "2", "--until", "10", "--command", "test $NACRE_POSITION -lt 6"] + store.place)
            #expect(result.output.contains("\n       6 "))
            #expect(result.errors.contains("assumes that the answer changes once"))
            let range = try await store.failure(
                65, "bisect", "--after", "2", "--until", "10", "--command",
                "case $NACRE_POSITION in 5|6) exit 125;; 2|3|4) exit 0;; esac; exit 1")
            #expect(range.contains("one of the positions 5 to 7"))
            let missing = try await store.process.run(["bisect", "--command", "no-such-program-x"] + store.place)
            #expect(missing.status == 65)
            #expect(missing.errors.contains("the command cannot be run at position 0"))
        }

        @Test("that a condition holds at the beginning, or never, is said")
        func ends() async throws {
            let store = try CommandLineStore()
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            try await store.output(
                "import", "-",
                input: #"{"stream":"item-\#(id)","type":"ItemCreated","data":{"name":"a\u001b[2Jb"}}"# + "\n")
            try await store.output("items", "complete", id)
            let already = try await store.process.run(["bisect", "--when", "count(items) < 1"] + store.place)
            #expect(already.errors.contains("holds already at position 0"))
            #expect(already.output.contains("yes"))
            let after = try await store.process.run(
                ["bisect", "--after", "1", "--when", "items[\"\(id)\"]"] + store.place)
            #expect(after.errors.contains("holds already at position 1"))
            let never = try await store.process.run(["bisect", "--when", "count(items) > 1"] + store.place)
            #expect(never.status == 0 && never.output.isEmpty)
            #expect(never.errors.contains("never holds up to position 2"))
            let until = try await store.process.run(
                ["bisect", "--until", "1", "--when", "items[\"\(id)\"].isCompleted"] + store.place)
            #expect(until.errors.contains("never holds up to position 1"))
            let table = try await store.output("bisect", "--stream", "item-\(id)", "--when", "name != x", "--all")
            #expect(!table.contains("\u{1B}"))
            #expect(table.split(separator: "\n").count == 3)
        }

        @Test("that a read model has had no such row is said, with the names of those that are near")
        func missingRow() async throws {
            let store = try CommandLineStore()
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            try await store.output("items", "add", "milk", "--id", id)
            try await store.output("items", "rename", id, "oat milk")
            let ask = { (condition: String) async throws in
                try await store.process.run(["bisect", "--when", condition] + store.place)
            }
            for condition in [#"items["4a0712"]"#, #"items["4a0712"].name = milk"#] {
                let missing = try await ask(condition)
                #expect(missing.status == 0 && missing.output.isEmpty)
                #expect(
                    missing.errors.hasPrefix(
                        "nacre: projection items has had no row \"4a0712\" up to position 2; did you mean \"\(id)\"?\n"),
                    "\(missing.errors)")
            }
            #expect(try await ask(#"items["zebra"]"#).errors.contains("had no row \"zebra\" up to position 2\n"))
            // A row that is there, and a number of rows, are not missing.
            #expect(try await !ask("items[\"\(id)\"].name = cheese").errors.contains("no row"))
            #expect(try await !ask("count(items) > 9").errors.contains("no row"))
        }

        @Test("a field that comes after the last position is known")
        func later() async throws {
            let store = try CommandLineStore()
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            try await store.output("append", "item-\(id)", "Noted", "--data", "{}")
            try await store.output("items", "add", "milk", "--id", id)
            for condition in ["name = milk", "!name = milk"] {
                let found = try await answers(store, "--until", "1", "--stream", "item-\(id)", "--when", condition)
                #expect(positions(found) == (condition.hasPrefix("!") ? [0] : []))
            }
        }

        @Test("a command may work in another folder than that to which the store's path is relative")
        func otherFolder() async throws {
            let store = try CommandLineStore()
            try await store.output("append", "note-1", "Noted", "--data", "{}")
            let script = "cd / && test -d \"$NACRE_STORE\" && exit 0; exit 99"
            let found = try await store.process.shell(
                "cd \"\(store.folder.path)\" && exec \"$0\" \"$@\"",
                arguments: ["bisect", "--store", store.name, "--command", script])
            #expect(found.errors.contains("does not hold at position 1"), "\(found.errors)")
        }

        @Test("what does not exist, and what cannot be, ends with its exit code")
        func failures() async throws {
            let store = try CommandLineStore()
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            try await store.output("items", "add", "milk", "--id", id)
            try await store.output("append", "note-1", "Noted", "--data", "{}")
            #expect(
                try await store.failure(66, "bisect", "--when", "count(item) > 1").contains(
                    "there is no projection \"item\", only items"))
            #expect(
                try await store.failure(66, "bisect", "--when", "items[\"\(id)\"].nam = x").contains(
                    "there is no field \"nam\", only id, name"))
            #expect(
                try await store.failure(66, "bisect", "--stream", "item-\(id)", "--when", "nam").contains(
                    "there is no field \"nam\""))
            // Also if the answer is known before the field is missed.
            for text in ["!isComplted", "!!!nam = x"] {
                let row = "!items[\"\(id)\"].\(text.drop { $0 == "!" })"
                #expect(
                    try await store.failure(66, "bisect", "--stream", "item-\(id)", "--when", text).contains(
                        "there is no field"))
                #expect(try await store.failure(66, "bisect", "--when", row).contains("there is no field"))
            }
            #expect(try await store.failure(64, "bisect", "--command", "").contains("--command is empty"))
            #expect(
                try await store.failure(66, "bisect", "--stream", "item-9", "--when", "name").contains(
                    "there is no stream \"item-9\""))
            #expect(
                try await store.failure(66, "bisect", "--stream", "note-1", "--when", "name").contains("no decider"))
            #expect(try await store.failure(65, "bisect", "--until", "9", "--when", "count(items)").contains("9"))
            #expect(try await store.failure(64, "bisect").contains("give either --when or --command"))
            #expect(try await store.failure(64, "bisect", "--when", "items").contains("is not a condition"))
            #expect(
                try await store.failure(64, "bisect", "--after", "2", "--until", "1", "--when", "count(items)")
                    .contains(
                        "before --after"))
            #expect(try await store.failure(64, "bisect", "--all", "--command", "true").contains("--all needs --when"))
        }
    }
}

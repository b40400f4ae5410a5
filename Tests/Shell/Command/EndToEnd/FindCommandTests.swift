import Foundation
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Finding events")
    struct FindCommandTests {
        private let store: CommandLineStore
        private let history: HistoryLines

        init() async throws {
            store = try CommandLineStore()
            history = try HistoryLines()
            try await store.output("import", Fixture.history)
        }

        private func found(_ arguments: String...) async throws -> [Int] { try await found(in: store, arguments) }

        private func found(
            by command: String = "find", in store: CommandLineStore, _ arguments: [String]
        ) async throws -> [Int] {
            struct Event: Decodable { let position: Int }
            let lines = try await store.process.run([command, "--format", "ndjson"] + arguments + store.place)
            try #require(lines.status == 0, "\(lines.errors)")
            return try lines.output.split(separator: "\n").map {
                try JSONDecoder().decode(Event.self, from: Data($0.utf8)).position
            }
        }

        @Test("each property selects the lines that folding the history gives", arguments: Fixture.histories)
        func properties(path: String) async throws {
            let (history, store) = try await HistoryLines.imported(path)
            let named = history.lines.filter { $0.name != nil }
            for line in HistoryLines.sample(4, of: named) {
                let (name, beginning) = (try #require(line.name), String(line.id.prefix(3)))
                let part = String(name.suffix(5))
                let cases: [([String], (HistoryLines.Line) -> Bool)] = [
                    (["--type", line.type], { $0.type == line.type }),
                    (["--stream", line.stream], { $0.stream == line.stream }),
                    (["--id", line.id], { $0.position == line.position }),
                    (["--id", beginning], { $0.id.hasPrefix(beginning) }),
                    (["--text", part], { $0.content.contains(part) }),
                    (["--text", part.uppercased(), "-i"], { $0.content.lowercased().contains(part.lowercased()) }),
                    (["--where", "data.name~\(part)"], { $0.name?.contains(part) == true }),
                    (["--where", "data.name=\(name)"], { $0.name == name }),
                    (["--where", "metadata.actor=\(line.actor ?? "")"], { $0.actor == line.actor }),
                    (["--actor", line.actor ?? ""], { $0.actor == line.actor }),
                    (["--correlation", line.correlation ?? ""], { $0.correlation == line.correlation }),
                ]
                for (arguments, condition) in cases {
                    let found = try await found(in: store, arguments)
                    #expect(found == history.positions(condition), "\(arguments)")
                    #expect(!found.isEmpty, "\(arguments)")
                    // The stream is no option of `read`.
                    guard arguments[0] != "--stream" else { continue }
                    let read = try await self.found(by: "read", in: store, arguments)
                    #expect(read == found, "\(arguments)")
                }
            }
        }

        @Test("times and positions bound what is found")
        func bounds() async throws {
            // Two texts of UTC times of the same form are in the order of the times.
            #expect(
                try await found("--since", "2015-03-01", "--until", "2015-03-31", "--by", "time")
                    == history.positions { $0.time.hasPrefix("2015-03") })
            #expect(
                try await found("--until", "2011-06-28T05:39:24Z", "--by", "time")
                    == history.positions { $0.time <= "2011-06-28T05:39:24Z" })
            #expect(try await found("--until", "2000-01-01") == [])
            #expect(
                try await found("--after", "100", "--up-to", "900", "--type", "ItemCreated")
                    == history.positions { $0.type == "ItemCreated" && (101...900).contains($0.position) })
        }

        @Test("the first and the last are in the order of the log, and --count counts")
        func extents() async throws {
            let all = history.positions { $0.text.contains("mdb.c") }
            #expect(try await found("--text", "mdb.c", "--first", "3") == Array(all.prefix(3)))
            #expect(try await found("--text", "mdb.c", "--last", "3") == Array(all.suffix(3)))
            #expect(
                try await store.output("find", "--text", "mdb.c", "--count", "--format", "json")
                    == #"{"events":\#(all.count)}"# + "\n")
        }

        @Test("a name that no event has is answered with the nearest one, on standard error")
        func near() async throws {
            let result = try await store.run("find", "--type", "ItemRenammed", "--category", "itme")
            #expect(result.status == 0 && result.output == "")
            #expect(
                result.errors == """
                    nacre: no event has the type "ItemRenammed"; did you mean "ItemRenamed"?
                    nacre: no event has the category "itme"; did you mean "item"?

                    """)
            let stream = history.lines[0].stream
            #expect(
                try await store.run("find", "--stream", String(stream.dropLast())).errors
                    == "nacre: no event has the stream \"\(stream.dropLast())\"; did you mean \"\(stream)\"?\n")
        }

        @Test(
            "a wrong option exits with 64 and says what is right",
            arguments: [
                (["--id", "xyz"], "hexadecimal"), (["--where", "name=x"], "begin with data or metadata"),
                (["--since", "yesterday"], "2026-05-01"), (["--first", "0"], "at least 1"),
                (["--first", "1", "--last", "1"], "only one"), (["--text", ""], "empty"),
                (["--since", "2020-01-02", "--until", "2020-01-01"], "is after"), (["-i"], "--text"),
                (["--after", "5", "--up-to", "4"], "before"), (["--by", "time"], "--since"),
            ])
        func wrong(arguments: [String], words: String) async throws {
            let result = try await store.process.run(["find"] + arguments + store.place)
            #expect(result.status == 64)
            #expect(result.errors.contains(words), "\(result.errors)")
        }
    }
}

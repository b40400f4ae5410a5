import Foundation
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Counting events")
    struct CountCommandTests {
        private let store: CommandLineStore
        private let history: HistoryLines

        init() async throws {
            store = try CommandLineStore()
            history = try HistoryLines()
            try await store.output("import", Fixture.history)
        }

        private func counts(_ key: String, _ arguments: String...) async throws -> [String?: Int] {
            try await counts(in: store, key, arguments)
        }

        private func counts(
            in store: CommandLineStore, _ key: String, _ arguments: [String] = []
        ) async throws -> [String?: Int] {
            let result = try await store.process.run(
                ["count", "--per", key, "--by", "time", "--format", "json"] + arguments + store.place)
            let rows = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]] ?? []
            return rows.reduce(into: [:]) { $0[$1[key] as? String] = $1["events"] as? Int }
        }

        @Test("counts by each key are those that folding the history gives", arguments: Fixture.histories)
        func keys(path: String) async throws {
            let (history, store) = try await HistoryLines.imported(path)
            #expect(try await counts(in: store, "type") == history.counts(\.type))
            #expect(try await counts(in: store, "stream") == history.counts(\.stream))
            #expect(try await counts(in: store, "category") == ["item": history.lines.count])
            #expect(try await counts(in: store, "actor") == history.counts(\.actor))
            for (key, length) in [("second", 19), ("minute", 16), ("hour", 13), ("day", 10), ("month", 7), ("year", 4)]
            {
                #expect(try await counts(in: store, key) == history.counts { String($0.time.prefix(length)) }, "\(key)")
            }
        }

        @Test("the selected events are counted")
        func selected() async throws {
            #expect(
                try await counts("year", "--type", "ItemRenamed")
                    == history.counts(where: { $0.type == "ItemRenamed" }, { String($0.time.prefix(4)) }))
            #expect(
                try await store.output("count", "--format", "json") == #"{"events":1792}"# + "\n")
        }

        @Test("the table of two keys has bars, and --top names what it leaves out")
        func table() async throws {
            let table = try await store.output("count", "--per", "type")
            #expect(
                table == """
                    TYPE            EVENTS
                    FileModified      1729  ████████████████████████
                    ItemCreated         35  ▌
                    ItemRenamed         23  ▍
                    ItemDeleted          5  ▏

                    """)
            let result = try await store.run("count", "--per", "type", "--per", "year", "--by", "time", "--top", "2")
            #expect(
                result.output == """
                    TYPE          YEAR    EVENTS
                    FileModified  2013       390  ████████████████████████
                    FileModified  2011       321  ███████████████████▉

                    """)
            let others = Set(history.lines.map { "\($0.type) \($0.time.prefix(4))" }).count - 2
            #expect(result.errors == "nacre: \(others) other rows with \(1792 - 390 - 321) events\n")
        }

        @Test("the longest gaps are those between the times of the history")
        func gaps() async throws {
            let parser = ISO8601DateFormatter()
            let times = try history.lines.map { try #require(parser.date(from: $0.time)) }
            #expect(times == times.sorted())
            let longest = zip(times, times.dropFirst()).enumerated()
                .map { (position: $0.offset + 1, length: $0.element.1.timeIntervalSince($0.element.0)) }
                .sorted { $0.length > $1.length }.prefix(4)
            let output = try await store.output("count", "--gaps", "4", "--by", "time", "--format", "json")
            let rows = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]] ?? []
            #expect(rows.map { $0["lastPosition"] as? Int } == longest.map(\.position))
            #expect(rows.map { $0["nanoseconds"] as? Int } == longest.map { Int($0.length) * 1_000_000_000 })
        }

        @Test("commits are counted by size")
        func commits() async throws {
            // An import is one commit for each 1,000 lines.
            #expect(
                try await store.output("count", "--commits", "--format", "ndjson") == """
                    {"size":792,"commits":1,"events":792}
                    {"size":1000,"commits":1,"events":1000}

                    """)
        }

        @Test(
            "a wrong option exits with 64 and says what is right",
            arguments: [
                (["--per", "type", "--per", "type"], "two different"), (["--per", "colour"], "month"),
                (["--per", "type", "--per", "day", "--per", "year"], "at most 2"), (["--top", "3"], "--per"),
                (["--commits", "--gaps", "1"], "only one"), (["--commits", "--type", "T"], "whole commits"),
                (["--commits", "--by", "time"], "recorded at once"),
                (["--gaps", "0"], "at least 1"),
            ])
        func wrong(arguments: [String], words: String) async throws {
            let result = try await store.process.run(["count"] + arguments + store.place)
            #expect(result.status == 64)
            #expect(result.errors.contains(words), "\(result.errors)")
        }
    }
}

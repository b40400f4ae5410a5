import Foundation
import Testing
import ToolTesting

@testable import NacreTool

extension EndToEndTests {
    @Suite("Tables")
    struct TableTests {
        private let store: CommandLineStore

        init() async throws {
            store = try CommandLineStore()
            try await store.output("import", Fixture.history)
            try await store.output("items", "add", "日本語の名前 👩‍💻 " + String(repeating: "語", count: 60))
        }

        @Test("tables fit the terminal, with the ids that one goes on with whole", arguments: [(80, 24), (120, 40)])
        func fitting(columns: Int, rows: Int) async throws {
            let terminal = try PseudoTerminal()
            try terminal.resize(columns: columns, rows: rows)
            let commands = [
                ["read"], ["items", "list", "--all"], ["find", "--last", "20"], ["count", "--per", "type"],
            ]
            for command in commands {
                let lines = try await terminal.lines(command + store.place)
                #expect(lines.count > 2)
                for line in lines { #expect(TerminalText.cells(of: line) <= columns, "\(command)") }
            }
            let items = try await terminal.lines(["items", "list", "--all"] + store.place)
            let ids = try await store.output("items", "list", "--all", "--columns", "id").split(separator: "\n")
            #expect(items.dropFirst().map { $0.prefix(36) } == ids.dropFirst().map { $0.prefix(36) })
        }

        @Test("on a terminal of 40 cells, positions and ids are whole")
        func narrow() async throws {
            let terminal = try PseudoTerminal()
            try terminal.resize(columns: 40, rows: 10)
            let events = try await terminal.lines(["read", "--limit", "9"] + store.place)
            #expect(events.dropFirst().compactMap { $0.split(separator: " ").first } == (1...9).map { "\($0)" })
            for line in events { #expect(line.contains("…") || !line.contains("{")) }
            let streams = try await terminal.lines(["streams", "--limit", "3"] + store.place)
            // The name, which has 41 cells, has a line of its own.
            #expect(streams.count == 7)
            for (row, name) in zip(stride(from: 1, to: 7, by: 2), stride(from: 2, to: 7, by: 2)) {
                #expect(streams[row].split(separator: " ").count == 3)
                #expect(streams[name].hasPrefix("  item-") && streams[name].count == 43)
            }
            let items = try await terminal.lines(["items", "list"] + store.place)
            let ids = try await store.output("items", "list", "--columns", "id").split(separator: "\n").dropFirst()
            #expect(items.indices.filter { $0 % 2 == 0 }.dropFirst().map { Substring(items[$0]) } == Array(ids))
            for line in items { #expect(TerminalText.cells(of: line) <= 40) }
        }

        @Test(
            "on a terminal of 40 cells, the answers to questions about the past take one line each",
            arguments: [
                ["verify", "--rules"], ["diff", "--projection", "items", "100", "120"], ["trace", "100"],
                ["diff", "item-72fc52e7-6a67-57a2-b723-3fa29f7b1494", "0", "1200"], ["what-if", "--without", "100"],
                ["bisect", "--when", "count(items) > 10"], ["story", "item-72fc52e7-6a67-57a2-b723-3fa29f7b1494"],
                ["projections", "list"],
            ])
        func answers(command: [String]) async throws {
            let terminal = try PseudoTerminal()
            try terminal.resize(columns: 40, rows: 10)
            let lines = try await terminal.lines(command + store.place)
            // Notices and sums are sentences.
            let rows = lines.filter { !$0.hasPrefix("nacre:") && !$0.hasPrefix("judged ") }
            #expect(rows.count > 1)
            for row in rows { #expect(TerminalText.cells(of: row) <= 40, "\(row)") }
        }

        @Test("nothing is shortened in a pipe, whatever COLUMNS says")
        func pipe() async throws {
            let result = try await store.process.run(["read"] + store.place, environment: ["COLUMNS": "40"])
            #expect(!result.output.contains("…"))
            let name = try await store.output("items", "list", "--columns", "name")
            #expect(name.contains(String(repeating: "語", count: 60)))
        }

        @Test("columns are chosen by name, and unknown names list the known ones")
        func columns() async throws {
            let table = try await store.output("read", "--limit", "2", "--columns", "type,position,actor")
            let rows = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
            #expect(rows.first == ["TYPE", "POSITION", "ACTOR"])
            let lines = try HistoryLines().lines.prefix(2)
            let expected: [[String]] = lines.map { [$0.type, "\($0.position)", $0.actor ?? "-"] }
            #expect(Array(rows.dropFirst()) == expected)
            let message = try await store.failure(64, "read", "--columns", "position,colour")
            #expect(message.contains(#"there is no column "colour", only position, version, time, stream, type, data"#))
            try await store.failure(64, "read", "--columns", "position", "--format", "json")
        }
    }
}

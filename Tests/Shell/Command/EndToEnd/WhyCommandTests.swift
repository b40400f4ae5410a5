import Foundation
import Nacre
import NacreLMDB
import NacreTool
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Why an append was refused")
    struct WhyCommandTests {
        /// The token in the messages of a refused command.
        private func token(in errors: String) throws -> String {
            let line = try #require(errors.split(separator: "\n").last)
            #expect(line.hasPrefix("to see the events that made it fail: nacre why "))
            return try #require(line.split(separator: " ").last.map(String.init))
        }

        private func rows(_ store: CommandLineStore, _ token: String) async throws -> [[String: Any]] {
            let json = try await store.output("why", token, "--format", "json")
            return try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]] ?? []
        }

        private func positions(_ rows: [[String: Any]]) -> [Int] {
            rows.compactMap { ($0["event"] as? [String: Any])?["position"] as? Int }
        }

        @Test("by version: the events of the stream beyond the expected version", arguments: Fixture.histories)
        func version(history path: String) async throws {
            let store = try CommandLineStore()
            try await store.output("import", path)
            let history = try HistoryLines(path)
            let stream = try #require(history.lines.last?.stream)
            let all = history.positions { $0.stream == stream }
            for expected in [0, all.count / 2, all.count - 1] {
                let refused = try await store.failure(
                    2, "append", stream, "T", "--data", "1", "--expect", expected == 0 ? "none" : "\(expected)")
                // What is appended later has not made it fail.
                try await store.output("append", "other-1", "T", "--data", "1")
                let rows = try await rows(store, try token(in: refused))
                #expect(positions(rows) == Array(all.dropFirst(expected)))
                let actors = rows.map {
                    (($0["event"] as? [String: Any])?["metadata"] as? [String: Any])?["actor"] as? String
                }
                #expect(actors == all.dropFirst(expected).map { history.lines[$0 - 1].actor })
            }
        }

        @Test("by a unique screen name: the events of another process, without a name in the token")
        func screenName() async throws {
            let store = try CommandLineStore()
            try await store.output("items", "add", "Buy milk")
            try await store.output(
                "profile", "setup", "--user", "u", "--screen-name", "planted", "--birthday", "1990-12-10")
            try await store.output("profile", "change", "--user", "u", "--screen-name", "other")
            let log = try await LMDBEventStore.open(at: store.path)
            let query = Query([.init(types: ["IdentityCompleted", "ScreenNameChanged"], tags: ["screenName:planted"])])
            let refused = await #expect(throws: EventStoreError.self) {
                try await log.append(
                    Commit {
                        Append(EventData(type: "IdentityCompleted", data: []), to: "profile-v")
                        Condition(failIfEventsMatch: query)
                    })
            }
            let conflict = try #require(refused)
            let token = try #require(try await log.token(of: conflict, inStoreAt: store.path))
            let expected = try await log.readLog(matching: query).collect().map { Int($0.position) }
            await log.close()
            #expect(expected.count == 2)
            #expect(positions(try await rows(store, token)) == expected)
            #expect(!token.contains("planted"))
            let table = try await store.output("why", token)
            #expect(table.hasPrefix("expected no event of type IdentityCompleted or ScreenNameChanged tagged "))
        }

        @Test("a table says the rule, then its events with their actors and commits")
        func table() async throws {
            let store = try CommandLineStore()
            let lines = (1...3).map { number in
                #"{"stream":"s-\#(number / 3)","type":"T","time":"2026-01-01T00:00:00Z","data":\#(number),"#
                    + #""metadata":{"actor":"a\#(number)"}}"# + "\n"
            }
            try await store.output("import", "-", input: lines.joined())
            let refused = try await store.failure(2, "append", "s-0", "T", "--data", "1", "--expect", "none")
            #expect(
                try await store.output("why", try token(in: refused)) == """
                    expected s-0 not to exist, it is at 2
                    POSITION  COMMIT        TIME                  ACTOR         TYPE                STREAM
                           1  1-3           2026-01-01T00:00:00Z  a1            T                   s-0, version 1
                           2  1-3           2026-01-01T00:00:00Z  a2            T                   s-0, version 2

                    """)
        }

        @Test("what is no token, or one of another store, is bad input")
        func errors() async throws {
            let store = try CommandLineStore()
            let other = try CommandLineStore(in: store.folder, named: "other")
            for store in [store, other] { try await store.output("append", "s-1", "T", "--data", "1") }
            let refused = try await store.failure(2, "append", "s-1", "T", "--data", "1", "--expect", "none")
            let token = try token(in: refused)
            #expect(try await other.failure(65, "why", token).contains("is of the store"))
            #expect(try await store.failure(65, "why", String(token.dropLast())).contains("is not a token"))
            #expect(try await store.failure(65, "why", "\u{1B}[2J").contains("\\u{"))
        }
    }
}

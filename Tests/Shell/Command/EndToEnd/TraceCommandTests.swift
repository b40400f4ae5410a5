import Foundation
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Tracing events")
    struct TraceCommandTests {
        private func rows(_ store: CommandLineStore, _ arguments: String...) async throws -> [[String: Any]] {
            let result = try await store.process.run(["trace", "--format", "json"] + arguments + store.place)
            try #require(result.status == 0, "\(result.errors)")
            return try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]] ?? []
        }

        private func positions(_ rows: [[String: Any]]) -> [Int] {
            rows.compactMap { ($0["event"] as? [String: Any])?["position"] as? Int }
        }

        @Test(
            "the events of each correlation of a real history are those that folding it gives",
            arguments: Fixture.histories)
        func history(path: String) async throws {
            let (history, store) = try await HistoryLines.imported(path)
            let correlations = Set(history.lines.compactMap(\.correlation)).sorted()
            for id in HistoryLines.sample(5, of: correlations) {
                let expected = history.positions { $0.correlation == id }
                #expect(positions(try await rows(store, "--correlation", id)) == expected)
                #expect(positions(try await rows(store, "\(expected[0])")) == expected)
            }
        }

        @Test("a tree is drawn with its times, by either clock")
        func tree() async throws {
            let store = try CommandLineStore()
            let ids = (1...4).map { "00000000-0000-0000-0000-00000000000\($0)" }
            let lines = [nil, ids[0], ids[1], ids[0]].enumerated().map { index, cause in
                let causation = cause.map { #""causationId":"\#($0)","# } ?? ""
                return #"{"id":"\#(ids[index])","stream":"s-\#(index)","type":"T\#(index)","#
                    + #""time":"2026-01-01T00:0\#(index):00Z","data":1,"metadata":{\#(causation)"actor":"ada"}}"# + "\n"
            }
            try await store.output("import", "-", input: lines.joined())
            #expect(
                try await store.output("trace", "3") == """
                           AFTER         DELAY  POSITION  ACTOR         EVENT
                             0 s                       1  ada           T0  s-0
                           1 min         1 min         2  ada           ├─ T1  s-1
                           2 min         1 min         3  ada           │  └─ T2  s-2
                           3 min         3 min         4  ada           └─ T3  s-3

                    """)
            let rows = try await rows(store, "1")
            #expect(rows.map { $0["depth"] as? Int } == [0, 1, 2, 1])
            #expect(rows.map { $0["causePosition"] as? Int } == [nil, 1, 2, 1])
            #expect(
                rows.map { $0["delayNanoseconds"] as? Int } == [nil, 60_000_000_000, 60_000_000_000, 180_000_000_000])
            let recorded = try await self.rows(store, "1", "--by", "recordedAt")
            #expect(recorded.allSatisfy { $0["delayNanoseconds"] as? Int ?? 0 < 60_000_000_000 })
        }

        @Test("what is cut and what does not exist is said")
        func notices() async throws {
            let store = try CommandLineStore()
            try await store.output("append", "s-1", "T", "--data", "1", "--metadata", #"{"correlationId":"c"}"#)
            try await store.output("append", "s-1", "T", "--data", "1", "--metadata", #"{"correlationId":"c"}"#)
            #expect(
                try await store.run("trace", "--correlation", "x").errors
                    == "nacre: no event has the correlation id \"x\"\n")
            let cut = try await store.run("trace", "2", "--limit", "1")
            #expect(
                cut.errors == "nacre: there are more than 1 event, of which the others are left out: see --limit\n")
            #expect(cut.output.contains("       2"))
            for arguments in [["trace"], ["trace", "1", "--correlation", "c"], ["trace", "1", "--limit", "0"]] {
                #expect(try await store.process.run(arguments + store.place).status == 64)
            }
        }
    }
}

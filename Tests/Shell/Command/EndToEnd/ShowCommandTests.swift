import Foundation
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Showing an event")
    struct ShowCommandTests {
        private let store: CommandLineStore
        private let history: HistoryLines

        init() async throws {
            store = try CommandLineStore()
            history = try HistoryLines()
            try await store.output("import", Fixture.history)
        }

        private func shown(_ event: String, in store: CommandLineStore) async throws -> [String: Any] {
            let json = try await store.output("show", event, "--format", "json")
            return try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
        }

        @Test(
            "an event is shown with its neighbours and its commit, as folding the history gives them",
            arguments: Fixture.histories)
        func surroundings(path: String) async throws {
            let (history, store) = try await HistoryLines.imported(path)
            for line in HistoryLines.sample(12, of: history.lines) {
                let stream = history.positions { $0.stream == line.stream }
                let place = try #require(stream.firstIndex(of: line.position))
                let shown = try await shown("\(line.position)", in: store)
                let event = try #require(shown["event"] as? [String: Any])
                #expect(event["position"] as? Int == line.position)
                #expect(event["data"] as? NSDictionary == line.data as NSDictionary)
                let before = place > 0 ? stream[place - 1] : nil
                #expect((shown["before"] as? [String: Any])?["position"] as? Int == before)
                let after = place + 1 < stream.count ? stream[place + 1] : nil
                #expect((shown["after"] as? [String: Any])?["position"] as? Int == after)
                // An import is one commit for each 1,000 lines.
                let commit = shown["commit"] as? [String: Any]
                let first = (line.position - 1) / 1_000 * 1_000 + 1
                #expect(commit?["firstPosition"] as? Int == first)
                #expect(commit?["lastPosition"] as? Int == min(first + 999, history.lines.count))
                let correlated = history.positions { $0.correlation != nil && $0.correlation == line.correlation }
                #expect(shown["correlatedCount"] as? Int == correlated.count)
                let byID = try await self.shown(line.id, in: store)
                #expect(byID as NSDictionary == shown as NSDictionary)
                // The shortest beginning that no other id shares, with at least one letter, which a position never has.
                let others = history.lines.filter { $0.position != line.position }
                let prefix = (8...36).map { String(line.id.prefix($0)) }.first { prefix in
                    prefix.contains(where: \.isLetter) && !others.contains { $0.id.hasPrefix(prefix) }
                }
                let byPrefix = try await self.shown(try #require(prefix), in: store)
                #expect(byPrefix as NSDictionary == shown as NSDictionary)
            }
        }

        @Test("every event is in the block that the proof names, and blocks follow one another")
        func proof() async throws {
            var last: (first: Int, checksum: String)?
            for position in stride(from: 1, through: 1792, by: 37) {
                let proof = try #require(try await shown("\(position)", in: store)["proof"] as? [String: Any])
                let first = try #require(proof["firstPositionOfBlock"] as? Int)
                let checksum = try #require(proof["checksumOfBlock"] as? String)
                #expect(first <= position && checksum.count == 16)
                if let last { #expect((last.first == first) == (last.checksum == checksum) && last.first <= first) }
                last = (first, checksum)
            }
            #expect(last?.first != 1)
        }

        @Test("cause and consequences are events of any stream")
        func causes() async throws {
            let store = try CommandLineStore()
            let ids = (1...4).map { "00000000-0000-0000-0000-00000000000\($0)" }
            for (index, cause) in [nil, ids[0], ids[0], ids[1]].enumerated() {
                let causation = cause.map { #""causationId":"\#($0)","# } ?? ""
                let metadata = "{\(causation)\"correlationId\":\"c\"}"
                try await store.output(
                    "append", "s-\(index)", "T", "--data", "\(index)", "--id", ids[index], "--metadata", metadata)
            }
            let table = try await store.output("show", "2")
            #expect(table.contains("cause         1  T  s-0, version 1\n"))
            #expect(table.contains("consequences  4  T  s-3, version 1\n"))
            #expect(table.contains("correlation   c, 4 events\n"))
            #expect(table.contains("before        nothing: it is the first of its stream\n"))
            let first = try await store.output("show", "1")
            #expect(first.contains("consequences  2  T  s-1, version 1\n              3  T"))
        }

        @Test("bytes are written as they are")
        func bytes() async throws {
            let line = history.lines[5]
            let data = try await store.output("show", line.id, "--bytes", "data")
            #expect(line.text.contains(#""data":\#(data),"#) || line.text.contains(#""data":\#(data)}"#))
        }

        @Test("what names no event, or several, is refused")
        func refused() async throws {
            #expect(try await store.failure(65, "show", "0").contains("a position from 1 to 1792"))
            #expect(try await store.failure(65, "show", "x").contains("hexadecimal digits"))
            #expect(try await store.failure(66, "show", "00000000-0000-0000-0000-000000000009").contains("no event"))
            let error = try await store.failure(65, "show", String(history.lines[0].id.prefix(1)))
            #expect(error.contains("several ids begin with"))
        }

        @Test("a whole id is an id, even if it is a number")
        func numbers() async throws {
            let store = try CommandLineStore()
            for id in ["00000000-0000-0000-0000-000000000002", "00000000-0000-0000-0000-000000000001"] {
                try await store.output("append", "s-1", "T", "--data", "1", "--id", id)
            }
            let second = "position  2\n"
            #expect(try await store.output("show", "00000000000000000000000000000001").contains(second))
            #expect(try await store.output("show", "2").contains(second))
        }
    }
}

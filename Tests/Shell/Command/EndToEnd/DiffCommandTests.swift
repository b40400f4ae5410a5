import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    /// `nacre diff`, compared with answers computed from the lines of the history.
    @Suite("Diff")
    struct DiffCommandTests {
        /// An item as the lines up to a position give it.
        private struct Item: Equatable {
            var name: String
            var isDeleted = false
        }

        private func differences(_ store: CommandLineStore, _ arguments: String...) async throws -> [[String: Any]] {
            let result = try await store.process.run(["diff", "--format", "ndjson"] + arguments + store.place)
            try #require(result.status == 0, "\(result.errors)")
            return try result.lines.compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }

        /// The items by stream, folded from the lines up to a position.
        private func items(_ lines: [HistoryLines.Line], upTo position: Int) -> [String: Item] {
            lines.prefix(position).reduce(into: [:]) { items, line in
                switch line.type {
                case "ItemCreated" where items[line.stream] == nil:
                    items[line.stream] = line.name.map { Item(name: $0) }
                case "ItemRenamed": if let name = line.name { items[line.stream]?.name = name }
                case "ItemDeleted": items[line.stream]?.isDeleted = true
                default: break
                }
            }
        }

        @Test(
            "the rows of a real history that differ, and their events, are those that its lines give",
            arguments: Fixture.histories)
        func rows(path: String) async throws {
            let store = try CommandLineStore()
            try await store.output("import", path)
            let lines = try HistoryLines(path).lines.filter { $0.stream.hasPrefix("item-") }
            let head = try HistoryLines(path).lines.count
            for (first, last) in [(0, 40), (head / 2, head / 2 + 150), (head - 20, head)] {
                let upTo = { (position: Int) in lines.prefix { $0.position <= position }.count }
                let (before, after) = (items(lines, upTo: upTo(first)), items(lines, upTo: upTo(last)))
                let span = lines.filter { (first + 1...last).contains($0.position) && after[$0.stream] != nil }
                let expected = Dictionary(grouping: span, by: \.stream)
                let found = try await differences(store, "--projection", "items", "\(first)", "\(last)")
                #expect(Set(found.compactMap { $0["name"] as? String }.map { "item-\($0)" }) == Set(expected.keys))
                #expect(found.count == expected.count)
                for row in found {
                    let stream = "item-\(row["name"] as? String ?? "")"
                    #expect(row["change"] as? String == (before[stream] == nil ? "added" : "changed"))
                    let fields = Dictionary(
                        (row["fields"] as? [[String: Any]] ?? []).map { ($0["field"] as? String ?? "", $0) }
                    ) { $1 }
                    if before[stream]?.name != after[stream]?.name {
                        #expect(fields["name"]?["before"] as? String == before[stream]?.name)
                        #expect(fields["name"]?["after"] as? String == after[stream]?.name)
                    } else {
                        #expect(fields["name"] == nil)
                    }
                    let isDeletion = before[stream]?.isDeleted != after[stream]?.isDeleted
                    #expect((fields["isDeleted"] != nil) == isDeletion)
                    // Each event of an item changes its version, so each changes the row.
                    let positions = expected[stream]?.map(\.position) ?? []
                    #expect(row["eventCount"] as? Int == positions.count)
                    let events = row["events"] as? [[String: Any]] ?? []
                    #expect(events.map { $0["position"] as? Int } == positions.suffix(8))
                    #expect(events.allSatisfy { $0["stream"] as? String == stream })
                }
            }
        }

        @Test("the fields of an item name both values and the event, between positions and between times")
        func fields() async throws {
            let store = try CommandLineStore()
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            try await store.output("items", "add", "Buy milk", "--id", id)
            try await store.output("items", "rename", id, "Buy oat milk")
            try await store.output("items", "complete", id)
            let found = try await differences(store, "item-\(id)", "1", "3")
            #expect(found.map { $0["field"] as? String } == ["name", "isCompleted"])
            #expect(found.map { $0["position"] as? Int } == [2, 3])
            #expect(found.first?["before"] as? String == "Buy milk")
            #expect(found.first?["after"] as? String == "Buy oat milk")
            #expect(try await differences(store, "item-\(id)", "1").count == 2)
            let times = ["2000-01-01T00:00:00Z", "2100-01-01T00:00:00Z"]
            #expect(try await differences(store, "item-\(id)", times[0], times[1], "--by", "time").count >= 3)
            let table = try await store.output("diff", "item-\(id)", "1", "2")
            #expect(table.hasSuffix(#"ItemRenamed         -             name: "Buy milk" → "Buy oat milk""# + "\n"))
            let rows = try await store.output("diff", "--projection", "items", "1", "3")
            #expect(rows.contains("name: \"Buy milk\" → \"Buy oat milk\", isCompleted: false → true"))
            let same = try await store.process.run(["diff", "item-\(id)", "3", "3"] + store.place)
            #expect(same.output.isEmpty && same.errors.contains("nothing differs between the two moments"))
        }

        @Test("a day is compared from its beginning to its end, and what is not yet recorded is said")
        func days() async throws {
            let store = try CommandLineStore()
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            let times = ["04-30T23:59:59.999Z", "05-01T00:00:00Z", "05-01T23:59:59.999Z", "05-02T00:00:00Z"]
            let lines = times.enumerated().map { number, time in
                let type = number == 0 ? "ItemCreated" : "ItemRenamed"
                let data = #"{"name":"\#(number)"}"#
                return #"{"stream":"item-\#(id)","type":"\#(type)","time":"2026-\#(time)","data":\#(data)}"#
            }
            try await store.output("import", "-", input: lines.joined(separator: "\n") + "\n")
            for target in [["item-\(id)"], ["--projection", "items"]] {
                let day = try await store.process.run(
                    ["diff"] + target + ["2026-05-01", "2026-05-01", "--by", "time"] + store.place)
                #expect(day.output.contains(#"name: "0" → "2""#), "\(day.errors)")
                let early = ["diff"] + target + ["2001-01-01", "2001-01-02"]
                let result = try await store.process.run(early + store.place)
                #expect(result.status == 0 && result.output.isEmpty)
                #expect(result.errors.contains("no event had been recorded by then: the log begins at"))
                #expect(result.errors.contains("with --by time when they happened"))
            }
            #expect(try await store.failure(64, "diff", "item-\(id)", "2026-13-01").contains("is not a day"))
        }

        @Test("hostile text is escaped, and text of any language is not")
        func hostile() async throws {
            let store = try CommandLineStore()
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c12"
            try await store.output(
                "import", "-",
                input: #"{"stream":"item-\#(id)","type":"ItemCreated","data":{"name":"a\u001b[2J\u202eé"}}"# + "\n")
            for arguments in [["item-\(id)", "0"], ["--projection", "items", "0", "1"]] {
                let output = try await store.process.run(["diff"] + arguments + store.place).output
                #expect(!output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
                #expect(output.contains("é"))
            }
        }

        @Test("an event that cannot be decoded ends with 65, its position, the reason and the remedy")
        func undecodable() async throws {
            let store = try CommandLineStore()
            let stream = "item-4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            let lines = [("ItemCreated", #"{"name":"milk"}"#), ("ItemRenamed", #"{"name":7}"#)]
            let input = lines.map { #"{"stream":"\#(stream)","type":"\#($0)","data":\#($1)}"# + "\n" }.joined()
            // The events are recorded, but the read model halts.
            try await store.failure(3, "import", "-", input: input)
            let message = try await store.failure(65, "diff", stream, "0")
            #expect(
                message.hasPrefix(
                    "nacre: the event at position 2, type \"ItemRenamed\" in stream \"\(stream)\", cannot be decoded: ")
            )
            #expect(message.contains("name"))
            #expect(message.hasSuffix(": the log is never rewritten: fix the program that wrote it\n"))
            // Before it, the states are known.
            #expect(try await store.output("diff", stream, "0", "1").contains("milk"))
        }

        @Test("what does not exist and what is not in order ends with its exit code")
        func failures() async throws {
            let store = try CommandLineStore()
            try await store.output("append", "item-1", "Noted", "--data", "{}")
            try await store.output("append", "note-1", "Noted", "--data", "{}")
            #expect(try await store.failure(66, "diff", "item-9", "0").contains("there is no stream \"item-9\""))
            #expect(try await store.failure(66, "diff", "note-1", "0").contains("there is no decider for category"))
            #expect(
                try await store.failure(66, "diff", "--projection", "item", "0", "1").contains(
                    "there is no projection \"item\", only items"))
            #expect(try await store.failure(65, "diff", "item-1", "2", "1").contains("exchange them"))
            #expect(try await store.failure(65, "diff", "item-1", "0", "3").contains("3"))
            #expect(try await store.failure(64, "diff", "item-1").contains("the earlier moment is missing"))
            #expect(try await store.failure(64, "diff").contains("a stream or --projection is missing"))
            #expect(try await store.failure(64, "diff", "item-1", "yesterday").contains("neither a position"))
            #expect(try await store.failure(64, "diff", "item-1", "1", "2", "--by", "time").contains("needs times"))
        }
    }
}

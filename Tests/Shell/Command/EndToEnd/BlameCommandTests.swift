import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    /// `nacre blame`, compared with an answer computed from the lines of the history.
    @Suite("Blame")
    struct BlameCommandTests {
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        @Test(
            "every field of an item names the line of the history that gave it its value", arguments: Fixture.histories
        )
        func history(path: String) async throws {
            let (history, store) = try await HistoryLines.imported(path)
            let streams = Dictionary(grouping: history.lines, by: \.stream)
            for stream in HistoryLines.sample(60, of: streams.keys.sorted()) {
                let expected = Self.origins(of: streams[stream] ?? [])
                let origins = try await blamed(in: store, [stream])
                #expect(origins == expected, "\(stream)")
            }
        }

        @Test(
            "the fields of a row of a read model name the lines of the history that gave them their values",
            arguments: Fixture.histories)
        func rows(path: String) async throws {
            let (history, store) = try await HistoryLines.imported(path)
            let streams = Dictionary(grouping: history.lines, by: \.stream)
            for stream in HistoryLines.sample(8, of: streams.keys.sorted()) {
                let expected = Self.origins(of: streams[stream] ?? [])
                let item = String(stream.dropFirst("item-".count))
                for field in ["name", "isCompleted"] {
                    let origins = try await blamed(in: store, ["--projection", "items", item, field])
                    #expect(origins == expected.filter { $0.field == field }, "\(field) of \(stream)")
                }
            }
        }

        @Test("the values that a row had are listed, as of a moment those up to it, and unknown names exit with 66")
        func valuesOfRows() async throws {
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            try await store.output("items", "add", "Buy milk", "--id", id)
            try await store.output("items", "rename", id, "Buy oat milk")
            let row = ["--projection", "items", id]
            let names = try await store.process.run(["blame"] + row + ["name", "--history"] + store.place)
            #expect(names.lines.dropFirst().count == 2)
            #expect(names.output.contains("Buy milk") && names.output.contains("Buy oat milk"))
            let first = try await blamed("--projection", "items", id, "name", "--as-of", "1")
            #expect(first.map(\.value) == [.text("Buy milk")])
            #expect(
                try await store.failure(66, "blame", "--projection", "items", "item-1")
                    .contains("projection items has no row \"item-1\", and never had one"))
            #expect(
                try await store.failure(66, "blame", "--projection", "items", "item-1", "--as-of", "1")
                    .contains("has no row \"item-1\", and had none by then"))
            for wanted in ["4a07", "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c1", "4b0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"] {
                #expect(
                    try await store.failure(66, "blame", "--projection", "items", wanted)
                        == "nacre: projection items has no row \"\(wanted)\", and never had one; did you mean \"\(id)\"?\n"
                )
            }
            // A row that is there later only is no misspelling of itself.
            #expect(
                try await store.failure(66, "blame", "--projection", "items", id, "--as-of", "0")
                    .hasSuffix("had none by then\n"))
            let upper = try await blamed("--projection", "items", id.uppercased(), "name")
            #expect(upper.map(\.value) == [.text("Buy oat milk")])
            #expect(try await store.failure(66, "blame", "--projection", "itmes", id).contains("items"))
            #expect(
                try await store.failure(66, "blame", "--projection", "items", id, "nam")
                    .contains("there is no field \"nam\", only id"))
        }

        /// The origins of an item's fields, from its lines alone.
        private static func origins(of lines: [HistoryLines.Line]) -> [Blamed] {
            var (name, completion, state): (Blamed?, Blamed?, Blamed?)
            for (index, line) in lines.enumerated() {
                func blamed(_ field: String, _ value: Blamed.Value) -> Blamed {
                    Blamed(
                        field: field, value: value, position: line.position, version: index + 1, type: line.type,
                        actor: line.actor)
                }
                switch line.type {
                case "ItemCreated" where name == nil:
                    name = blamed("name", .text(line.name ?? ""))
                    completion = blamed("isCompleted", .flag(false))
                    state = blamed("case", .text("present"))
                case "ItemRenamed" where name?.value != .text(line.name ?? ""):
                    name = blamed("name", .text(line.name ?? ""))
                case "ItemDeleted": state = blamed("case", .text("deleted"))
                default: break
                }
            }
            return [state, name, completion].compactMap(\.self)
        }

        private func blamed(_ arguments: String...) async throws -> [Blamed] {
            try await blamed(in: store, arguments)
        }

        private func blamed(in store: CommandLineStore, _ arguments: [String]) async throws -> [Blamed] {
            let result = try await store.process.run(["blame"] + arguments + ["--format", "ndjson"] + store.place)
            try #require(result.status == 0, "\(result.errors)")
            return try result.lines.map { try JSONDecoder().decode(Blamed.self, from: Data($0.utf8)) }
                .filter { $0.field != "owner" }
        }

        @Test("the values that a field had are listed, and as of a moment only those up to it")
        func values() async throws {
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            try await store.output("items", "add", "Buy milk", "--id", id)
            try await store.output("items", "rename", id, "Buy oat milk")
            try await store.output("items", "complete", id)
            let names = try await blamed("item-\(id)", "name", "--history")
            #expect(names.map(\.value) == [.text("Buy milk"), .text("Buy oat milk")])
            #expect(names.map(\.version) == [1, 2])
            #expect(try await blamed("item-\(id)", "name", "--as-of", "1").map(\.value) == [.text("Buy milk")])
            #expect(try await blamed("item-\(id)", "isCompleted").map(\.type) == ["ItemCompleted"])
            let table = try await store.output("blame", "item-\(id)")
            #expect(table.contains("ItemRenamed         -             name              \"Buy oat milk\"\n"))
            // Before the first event, the state is the initial one, which no event gave.
            let initial = try await blamed("item-\(id)", "--as-of", "0")
            #expect(initial == [Blamed(field: "case", value: .text("none"))])
        }

        @Test("before an event that cannot be decoded, the values are printed, and it is named")
        func undecodable() async throws {
            let stream = "item-4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            let lines = [
                ("ItemCreated", #"{"name":"milk"}"#), ("ItemRenamed", #"{"name":7}"#), ("ItemCompleted", "{}"),
            ]
            let input = lines.map { #"{"stream":"\#(stream)","type":"\#($0)","data":\#($1)}"# + "\n" }.joined()
            // The events are recorded, but the read model halts.
            try await store.failure(3, "import", "-", input: input)
            let result = try await store.process.run(["blame", stream] + store.place)
            #expect(result.status == 0 && result.output.contains("\"milk\""))
            #expect(
                result.errors.contains("the event at position 2 cannot be decoded, so the values are those before it"))
            let condition = ["--when", "name = milk"]
            let since = try await store.process.run(["bisect", "--all", "--stream", stream] + condition + store.place)
            #expect(since.status == 0 && since.lines.count == 3)
            #expect(since.errors.contains("the event at position 2 cannot be decoded"))
        }

        @Test("an unknown stream, a category without a decider and an unknown field exit with 66")
        func unknown() async throws {
            try await store.output("append", "item-1", "Noted", "--data", "{}")
            try await store.output("append", "note-1", "Noted", "--data", "{}")
            #expect(try await store.failure(66, "blame", "item-2").contains("there is no stream \"item-2\""))
            #expect(
                try await store.failure(66, "blame", "note-1").contains(
                    "there is no decider for category \"note\", only item, profile, account and mail"))
            #expect(
                try await store.failure(66, "blame", "item-1", "nam").contains("there is no field \"nam\", only case"))
        }
    }
}

/// A line of the output of `nacre blame`.
private struct Blamed: Decodable, Hashable {
    enum Value: Decodable, Hashable {
        case text(String)
        case flag(Bool)
        case null

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }

    let field: String
    let value: Value
    var position: Int?
    var version: Int?
    var type: String?
    var actor: String?
}

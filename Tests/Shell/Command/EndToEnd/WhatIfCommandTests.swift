import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    /// `nacre what-if`, compared with stores into which edited lines of the history were imported.
    @Suite("What if")
    struct WhatIfCommandTests {
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        private func findings(_ arguments: String...) async throws -> [[String: Any]] {
            let result = try await store.process.run(["what-if", "--format", "ndjson"] + arguments + store.place)
            try #require(result.status == 0, "\(result.errors)")
            return try result.lines.compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }

        /// The lines of an export without what import does not keep.
        private func exported(_ store: CommandLineStore) async throws -> [NSDictionary] {
            try await store.output("export").split(separator: "\n").map { text in
                var line = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
                line["recordedAt"] = nil
                return line as NSDictionary
            }
        }

        /// The items of a store by id, without the positions.
        private func items(_ store: CommandLineStore) async throws -> [String: NSDictionary] {
            let lines = try await store.output("items", "list", "--all", "--format", "ndjson").split(separator: "\n")
            return try lines.reduce(into: [:]) { items, text in
                let item = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
                items[item["id"] as? String ?? ""] = item as NSDictionary
            }
        }

        /// A store into which lines were imported.
        private func built(_ lines: [String]) async throws -> CommandLineStore {
            let built = CommandLineStore(sharing: store, named: "built.store")
            try await built.output("import", "-", input: lines.joined(separator: "\n") + "\n")
            return built
        }

        @Test(
            "without, replaced and moved events give the store of the edited lines", arguments: Fixture.histories)
        func edited(path: String) async throws {
            try await store.output("import", path)
            let lines = try HistoryLines(path).lines
            let creations = lines.filter { $0.type == "ItemCreated" }
            let (removed, replaced) = (creations[3], creations[5])
            let moved = try #require(lines.last { $0.type == "FileModified" })
            let json = #"{"name":"other.txt"}"#
            let other = try await exported(store)
            let found = try await findings(
                "--without", "\(removed.position)", "--replace", replaced.id, "--data", json, "--move",
                "\(moved.position)", "2", "--to", store.folder.path("copy.store"))

            var texts = lines.map(\.text)
            let data = try #require(
                texts[replaced.position - 1].range(of: #""data":\{[^}]*\}"#, options: .regularExpression))
            texts[replaced.position - 1].replaceSubrange(data, with: "\"data\":\(json)")
            let line = texts[moved.position - 1]
            var edited = texts.enumerated().filter { ![moved.position, removed.position].contains($0.offset + 1) }
                .map(\.element)
            edited.insert(line, at: 2)
            let built = try await built(edited)
            let copy = CommandLineStore(sharing: store, named: "copy.store")
            #expect(try await exported(copy) == exported(built))
            #expect(try await exported(store) == other)

            // The rows that differ are those in which the two stores differ, by the position of no row.
            let (present, supposed) = (try await items(store), try await items(built))
            let differing = Set(present.keys).union(supposed.keys).filter { present[$0] != supposed[$0] }
            let rows = found.filter { $0["projection"] as? String == "items" && $0["table"] as? Int == 0 }
            #expect(Set(rows.compactMap { $0["name"] as? String }) == differing)
            #expect(rows.count == differing.count)

            // The rules refuse what follows in the stream that was never created, and nothing else.
            let expected = lines.filter {
                $0.stream == removed.stream && $0.position != removed.position && $0.type.hasPrefix("Item")
            }
            let refused = found.filter { $0["finding"] as? String == "refused" }
            #expect(refused.compactMap { $0["position"] as? Int } == expected.map(\.position))
            #expect(refused.allSatisfy { $0["reason"] as? String == "the item was never created" })
        }

        @Test("without a type, the store is one that never had its events")
        func type() async throws {
            try await store.output("import", Fixture.history)
            let lines = try HistoryLines().lines
            _ = try await findings("--without-type", "ItemRenamed", "--to", store.folder.path("copy.store"))
            let built = try await built(lines.filter { $0.type != "ItemRenamed" }.map(\.text))
            let copy = CommandLineStore(sharing: store, named: "copy.store")
            #expect(try await exported(copy) == exported(built))
            #expect(try await items(copy) == items(built))
            let found = try await findings("--without-type", "ItemRenamed", "--projection", "items")
            let (present, supposed) = (try await items(store), try await items(built))
            let names = found.filter { $0["finding"] as? String == "changed" }.compactMap { $0["name"] as? String }
            #expect(Set(names) == Set(present.keys.filter { present[$0] != supposed[$0] }))
        }

        @Test("without edits, nothing differs, and the copy is the history with its commits")
        func same() async throws {
            try await store.output("import", Fixture.history)
            #expect(try await findings("--to", store.folder.path("copy.store")).isEmpty)
            let copy = CommandLineStore(sharing: store, named: "copy.store")
            #expect(try await exported(copy) == exported(store))
            #expect(try await copy.output("count", "--commits") == store.output("count", "--commits"))
        }

        @Test("a small history: refused, not judged and changed, and inserted events are after the head")
        func small() async throws {
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            try await store.output("items", "add", "Buy milk", "--id", id)
            try await store.output("items", "complete", id)
            try await store.output("append", "item-\(id)", "Noted", "--data", "{}")
            try await store.output("items", "rename", id, "Buy oat milk")
            let insertion = ["item-\(id)", "ItemCompleted", "{}"]
            let table = try await store.output(
                "what-if", "--insert", "1", insertion[0], insertion[1], insertion[2], "--without", "4")
            #expect(table.contains("\nrefused              2  item-\(id)"))
            #expect(table.contains("the item is completed already"))
            #expect(table.contains("not judged"))
            #expect(table.contains(#"name: "Buy oat milk" → "Buy milk""#))
            #expect(
                table.hasSuffix(
                    "judged 3 events of the edited streams: the rules refuse 1 that they allowed; 1 row would differ\n")
            )
            let twice = try await findings(
                "--insert", "1", insertion[0], insertion[1], insertion[2], "--insert", "4", insertion[0], insertion[1],
                insertion[2])
            let refused = twice.filter { $0["finding"] as? String == "refused" }
            #expect(refused.compactMap { $0["position"] as? Int } == [2, 6])
            #expect(try await store.eventCount() == 4)
        }

        @Test("an event that a projection cannot apply then is named, and hostile text is escaped")
        func halted() async throws {
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            try await store.output("items", "add", "Buy milk", "--id", id)
            let found = try await findings("--replace", "1", "--data", #"{"name":7}"#)
            let halt = try #require(found.first { $0["finding"] as? String == "halted" })
            #expect(halt["projection"] as? String == "items")
            #expect(halt["position"] as? Int == 1)
            let table = try await store.output("what-if", "--replace", "1", "--data", #"{"name":"a\u001b[2J\u202eé"}"#)
            #expect(!table.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
            #expect(table.contains("é"))
        }

        @Test("edits that cannot be end with their exit codes")
        func failures() async throws {
            try await store.output("append", "note-1", "Noted", "--data", "{}")
            let fails = { (status: Int32, arguments: [String], text: String) async throws in
                let result = try await store.process.run(["what-if"] + arguments + store.place)
                #expect(result.status == status && result.errors.contains(text), "\(arguments): \(result.errors)")
            }
            try await fails(65, ["--without", "2"], "2")
            try await fails(65, ["--move", "1", "2"], "2")
            try await fails(65, ["--insert", "2", "note-1", "Noted", "{}"], "2")
            try await fails(65, ["--insert", "1", "note-1", "Noted", "{"], "the JSON of --insert is not JSON")
            try await fails(65, ["--without", "1", "--move", "1", "0"], "several edits change the event at position 1")
            try await fails(65, ["--without", "1-20"], "\"1-20\" is neither a position")
            try await fails(66, ["--without", "abcdefab"], "no event has an id that begins with")
            try await fails(66, ["--projection", "item"], "there is no projection \"item\"")
            try await fails(64, ["--replace", "1"], "each --replace needs its --data")
            try await fails(64, ["--insert", "1", "note-1"], "--insert needs four values")
            try await fails(64, ["--insert", "1", "note-1", "Noted", "-5"], "write a space before a negative number")
            try await fails(65, ["--without", "1-20"], "neither a position")
            try await fails(65, ["--without", "2..1"], "is not a range")
            try await fails(65, ["--without", "1..2"], "2")
            try await fails(64, ["--move", "1"], "--move needs two values")
            try await fails(73, ["--to", store.path], "cannot create a store at")
        }

        @Test("an edited history is written to a new folder only, which appears when it is complete")
        func copies() async throws {
            try await store.output("append", "note-1", "Noted", "--data", "{}")
            let empty = CommandLineStore(sharing: store, named: "empty.store")
            try await empty.output("import", "-", input: "")
            let link = store.folder.path("link.store")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: empty.path)
            for path in [empty.path, link, empty.path + "/"] {
                let result = try await store.process.run(
                    ["what-if", "--insert", "0", "note-1", "Noted", " -5", "--to", path] + empty.place)
                #expect(result.status == 73 && result.errors.contains("cannot create a store at"), "\(result.errors)")
            }
            #expect(try await empty.eventCount() == 0)
            let copy = CommandLineStore(sharing: store, named: "copy.store")
            try await store.output("what-if", "--insert", "0", "note-1", "Noted", " -5", "--to", copy.path + "/")
            #expect(try await copy.eventCount() == 2)
            let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
            #expect(!names.contains { $0.contains(".partial") }, "\(names)")
        }

        @Test("a halted read model is not compared, and no number of its rows is printed")
        func notCompared() async throws {
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            try await store.output("items", "add", "Buy milk", "--id", id)
            // Recorded, but the projection halts.
            _ = try await store.failure(3, "append", "item-\(id)", "ItemRenamed", "--data", #"{"name":7}"#)
            let found = try await findings("--without", "1", "--projection", "items")
            let finding = try #require(found.first { $0["finding"] as? String == "notCompared" })
            #expect(finding["projection"] as? String == "items")
            #expect((finding["reason"] as? String)?.contains("position 2") == true)
            let table = try await store.output("what-if", "--without", "1", "--projection", "items")
            #expect(table.contains("\nnot compared"))
            #expect(table.hasSuffix("that they allowed; not compared: items\n"))
        }

        @Test("the edits are repeated, and events are left out by range, stream, actor and correlation")
        func repeated() async throws {
            for number in 1...3 {
                try await store.output(
                    "append", "note-\(number)", "Noted", "--data", "{}", "--actor", "ada\(number)", "--correlation", "r"
                )
            }
            let result = try await store.process.run(
                [
                    "what-if", "--without", "1", "--without", "2..3", "--insert", "0", "note-9", "Noted", "{}",
                    "--without-stream", "note-7", "--without-actor", "ada1", "--to", store.folder.path("a.store"),
                ] + store.place)
            #expect(result.status == 0, "\(result.errors)")
            for line in [
                "without 1, Noted of note-1", "without 2 to 3, 2 events", "without all events of stream \"note-7\"",
                "without all events of actor \"ada1\"", "Noted of note-9 inserted at the beginning",
                "no event has the stream \"note-7\"",
            ] {
                #expect(result.errors.contains(line), "\(line) in \(result.errors)")
            }
            #expect(try await CommandLineStore(sharing: store, named: "a.store").eventCount() == 1)
            let groups = [["stream", "note-2"], ["actor", "ada2"], ["correlation", "r"]]
            for (group, rest) in zip(groups, [2, 2, 0]) {
                let copy = CommandLineStore(sharing: store, named: "\(group[0]).store")
                try await store.output("what-if", "--without-\(group[0])", group[1], "--to", copy.path)
                #expect(try await copy.eventCount() == rest)
            }
        }

        @Test("an item that is created later instead is one changed row")
        func recreated() async throws {
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            try await store.output("items", "add", "Buy milk", "--id", id)
            try await store.output("items", "add", "Buy bread")
            let found = try await findings(
                "--without", "1", "--insert", "2", "item-\(id)", "ItemCreated", #"{"name":"Buy milk later"}"#,
                "--projection", "items")
            let rows = found.filter { $0["table"] as? Int == 0 }
            #expect(rows.map { $0["finding"] as? String } == ["changed"], "\(found)")
            #expect(rows.first?["name"] as? String == id)
        }
    }
}

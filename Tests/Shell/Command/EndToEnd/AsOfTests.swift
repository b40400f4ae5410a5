import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    /// A history as of past positions, compared with a fold of the lines that it was imported from.
    ///
    /// If `NACRE_HISTORY` names the folder of the large history, that one is tested too, as of 200 positions.
    @Suite("As of")
    struct AsOfTests {
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        @Test("the items as of a position are those of the history's lines up to it")
        func smallHistory() async throws {
            try await compare(Fixture.history, atPositions: 6)
        }

        @Test(
            "the items of the large history as of a position are those of its lines up to it",
            .enabled(if: ProcessInfo.processInfo.environment["NACRE_HISTORY"] != nil))
        func largeHistory() async throws {
            let folder = try #require(ProcessInfo.processInfo.environment["NACRE_HISTORY"])
            try await compare(folder + "/swift-nio-history.ndjson", atPositions: 200)
        }

        private func compare(_ history: String, atPositions count: Int) async throws {
            let events = try FoldedItem.Event.all(of: history)
            try await store.output("import", history)
            let random = (0..<count).map { _ in Int.random(in: 1..<events.count) }
            for position in [0, 1, events.count] + random {
                let listed = try await store.output(
                    "items", "list", "--all", "--as-of", "\(position)", "--format", "ndjson")
                let items = try listed.split(separator: "\n").map {
                    try JSONDecoder().decode(FoldedItem.self, from: Data($0.utf8))
                }
                #expect(items == FoldedItem.fold(events.prefix(position)), "as of position \(position)")
            }
        }

        @Test("items and profiles are listed and shown as of a position and a time")
        func listsAndShows() async throws {
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            try await store.output("items", "add", "Buy milk", "--id", id)
            try await store.output(
                "profile", "setup", "--user", "u-1", "--screen-name", "ada", "--birthday", "1990-12-10")
            try await store.output("items", "rename", id, "Buy oat milk")
            try await store.output("profile", "change", "--user", "u-1", "--screen-name", "ada.l")

            struct Recorded: Decodable { let recordedAt: String }
            let events = try await store.output("read", "--format", "ndjson").split(separator: "\n")
                .map { try JSONDecoder().decode(Recorded.self, from: Data($0.utf8)) }
            for moment in ["2", events[1].recordedAt] {
                #expect(try await store.output("items", "list", "--as-of", moment).contains("Buy milk"))
                #expect(try await store.output("items", "show", id, "--as-of", moment).contains("name     Buy milk\n"))
                #expect(try await store.output("profile", "list", "--as-of", moment).contains("ada "))
                #expect(try await store.output("profile", "show", "u-1", "--as-of", moment).contains("ada\n"))
            }
            #expect(try await store.output("items", "list", "--as-of", "0") == "")
            #expect(try await store.output("profile", "list", "--as-of", "1990-12-10T00:00:00Z") == "")
            #expect(try await store.failure(66, "profile", "show", "u-1", "--as-of", "1").contains("u-1"))
            #expect(try await store.output("items", "list").contains("Buy oat milk"))
        }

        @Test("an answer that is empty because everything of its kind was recorded later says so")
        func empty() async throws {
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            try await store.output("items", "add", "Buy milk", "--id", id)
            try await store.output(
                "profile", "setup", "--user", "u-1", "--screen-name", "ada", "--birthday", "1990-12-10")
            let lists = [
                ["profile", "list"], ["projections", "rows", "profiles"], ["blame", "profile-u-1"],
            ]
            for command in lists {
                let past = try await store.process.run(command + ["--as-of", "1"] + store.place)
                #expect(past.status == 0)
                if command[0] != "blame" { #expect(past.output == "") }
                #expect(past.errors.contains("had been recorded by then: the first one, at position 2, was recorded"))
                let present = try await store.process.run(command + ["--as-of", "2"] + store.place)
                #expect(present.errors == "")
            }
            // Before all events, nothing is expected.
            #expect(try await store.run("profile", "list", "--as-of", "0").errors == "")
            let later = try await store.run("items", "list", "--as-of", "1990-01-01T00:00:00Z", "--by", "time")
            #expect(later.errors.contains("no event had happened by then"))
        }

        @Test("with --by time, events count that had happened by then, even if they were recorded later")
        func byTime() async throws {
            let lines = [
                ("2020-01-03T00:00:00Z", "ItemRenamed", "third"), ("2020-01-01T00:00:00Z", "ItemCreated", "first"),
                ("2020-01-02T00:00:00Z", "ItemRenamed", "second"), ("2020-01-01T12:00:00Z", "ItemRenamed", "late news"),
            ].map { time, type, name in
                #"{"stream":"item-4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11","type":"\#(type)","time":"\#(time)","#
                    + #""data":{"name":"\#(name)"}}"#
            }
            let file = store.folder.path("history.ndjson")
            try (lines.joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
            try await store.output("import", file)
            for (time, name) in [
                ("2020-01-01T00:00:00Z", "first"), ("2020-01-01T12:00:00Z", "late news"),
                ("2020-01-02T00:00:00Z", "late news"), ("2020-01-04T00:00:00Z", "late news"),
            ] {
                let listed = try await store.output("items", "list", "--as-of", time, "--by", "time")
                #expect(listed.contains(name), "by \(time)")
            }
            #expect(
                try await store.output("items", "list", "--as-of", "2020-01-04T00:00:00Z", "--by", "recordedAt") == "")
        }

        @Test("an empty answer before the beginning of the log is explained on standard error")
        func beforeTheLog() async throws {
            try await store.output("items", "add", "Buy milk")
            let recorded = try await store.run("items", "list", "--as-of", "1990-12-10T00:00:00Z")
            #expect(recorded.output == "")
            #expect(recorded.errors.contains("no event had been recorded by then: the log begins at 2"))
            let happened = try await store.run("items", "list", "--as-of", "1990-12-10T00:00:00Z", "--by", "time")
            #expect(happened.output == "")
            #expect(
                happened.errors.contains("no event had happened by then: the first one happened at 2"))
            // An answer that is empty for another reason is not.
            #expect(try await store.run("items", "list", "--as-of", "0").errors == "")
            #expect(try await store.run("profile", "list", "--as-of", "2100-01-01T00:00:00Z").errors == "")
        }

        @Test("that a log is empty is said where it has no position")
        func emptyLog() async throws {
            try await store.output("import", "-", input: "")
            let message = "nacre: position 1 is not in the log, which is empty\n"
            #expect(try await store.failure(65, "items", "list", "--as-of", "1") == message)
            #expect(
                try await store.failure(65, "show", "1").hasPrefix(
                    "nacre: \"1\" is neither a position of the log, which is empty, nor an id"))
            #expect(try await store.failure(65, "bisect", "--until", "1", "--when", "count(items)") == message)
        }

        @Test("--by without a time exits with 64")
        func noTime() async throws {
            try await store.output("items", "add", "Buy milk")
            #expect(try await store.failure(64, "items", "list", "--by", "time").contains("--as-of"))
            #expect(try await store.failure(64, "items", "list", "--as-of", "1", "--by", "time").contains("--as-of"))
            #expect(try await store.failure(64, "items", "list", "--as-of", "1", "--by", "x").contains("recordedAt"))
        }

        @Test("an item that does not exist is named with those whose ids are near")
        func nearItem() async throws {
            let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
            try await store.output("items", "add", "Buy milk", "--id", id)
            let near = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c12"
            for moment in [["--as-of", "1"], []] {
                let shown = try await store.process.run(["items", "show", near] + moment + store.place)
                #expect(shown.status == 66)
                #expect(
                    shown.errors == "nacre: item \(near) does not exist: check its id, or create it; "
                        + "did you mean \"\(id)\"?\n")
            }
            #expect(
                try await store.failure(66, "items", "show", "4a7012", "--as-of", "1")
                    == "nacre: no item has an id that begins with \"4a7012\"; did you mean \"4a0712\"?\n")
            // Before it was created, it is near to nothing.
            #expect(
                try await store.failure(66, "items", "show", near, "--as-of", "0").hasSuffix(
                    "check its id, or create it\n"))
        }

        @Test("a position beyond the head exits with 65, and an invalid moment with 64")
        func noMoment() async throws {
            try await store.output("items", "add", "Buy milk")
            #expect(
                try await store.failure(65, "items", "list", "--as-of", "2").contains(
                    "position 2 is not in the log, whose positions are 1 to 1"))
            for text in ["yesterday", "", "+1", "0x1", "2026-05-01", "99999999999999999999"] {
                #expect(try await store.failure(64, "items", "list", "--as-of", text).contains("--as-of"))
            }
        }
    }
}

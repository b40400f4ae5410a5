import Foundation
import Testing

extension EndToEndTests {
    @Suite("Items and profiles")
    struct ItemCommandTests {
        private let store: CommandLineStore
        private let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"

        init() throws {
            store = try CommandLineStore()
        }

        @Test("each change of an item is printed")
        func life() async throws {
            #expect(
                try await store.output("items", "add", "Buy milk", "--id", id).contains(
                    "name     Buy milk\nstate    open\n"))
            #expect(try await store.output("items", "rename", id, "Buy oat milk").contains("name     Buy oat milk\n"))
            #expect(try await store.output("items", "complete", id).contains("state    completed\n"))
            #expect(try await store.output("items", "reopen", id).contains("state    open\n"))
            let deleted = try await store.output("items", "delete", id, "--format", "json")
            #expect(
                deleted.hasPrefix(
                    #"{"id":"\#(id)","name":"Buy oat milk","isCompleted":false,"isDeleted":true,"createdAt":""#))
            #expect(deleted.hasSuffix(#","version":5}"# + "\n"))
            #expect(try await store.output("items", "list") == "")
            #expect(try await store.output("items", "list", "--all").split(separator: "\n").count == 2)
            #expect(try await store.output("items", "show", id).contains("state    deleted\n"))
            #expect(try await store.output("items", "history", id).split(separator: "\n").count == 6)
            #expect(try await store.failure(1, "items", "rename", id, "x").contains("was deleted"))
            #expect(try await store.output("items", "restore", id).contains("state    open\n"))
            #expect(try await store.output("items", "list").split(separator: "\n").count == 2)
        }

        @Test("added items are listed by the next command, in order of creation")
        func order() async throws {
            for name in ["c", "a", "b"] { try await store.output("items", "add", name) }
            let lines = try await store.output("items", "list").split(separator: "\n").dropFirst()
            #expect(lines.map { $0.last } == ["c", "a", "b"])
        }

        @Test("a list of more than one page is complete")
        func pages() async throws {
            let lines = (1...2500).map {
                #"{"stream":"item-00000000-0000-0000-0000-\#(String(100_000_000_000 + $0))","type":"ItemCreated","data":{"name":"\#($0)"}}"#
            }
            try await store.output("import", "-", input: lines.joined(separator: "\n"))
            let listed = try await store.output("items", "list", "--format", "ndjson").split(separator: "\n")
            #expect(listed.count == 2500)
            #expect(listed.last?.contains(#""name":"2500""#) == true)
        }

        @Test("unknown ids exit with 66")
        func unknown() async throws {
            try await store.output("items", "add", "Buy milk")
            for command in ["show", "complete", "reopen", "delete", "history"] {
                #expect(try await store.failure(66, "items", command, id).contains(id))
            }
            #expect(try await store.failure(66, "items", "rename", id, "x").contains(id))
            #expect(try await store.failure(66, "profile", "show", "u").contains("u"))
            #expect(try await store.failure(66, "profile", "history", "u").contains("u"))
            #expect(
                try await store.failure(66, "profile", "change", "--user", "u", "--screen-name", "ada").contains("u"))
            #expect(try await store.failure(66, "replay", "--projection", "x").contains("items"))
        }

        @Test("an invalid id exits with 64")
        func badID() async throws {
            #expect(try await store.failure(64, "items", "show", "4a07-12f3").contains("4a07-12f3"))
        }

        @Test("adding an item with an existing id is refused")
        func twice() async throws {
            try await store.output("items", "add", "a", "--id", id)
            #expect(try await store.failure(1, "items", "add", "b", "--id", id).contains("exists already"))
        }

        @Test("an item belongs to the owner that is given, and an owner's items are listed alone")
        func owner() async throws {
            let (ada, grace) = ("7d1e0a52-93c4-4b7f-8a06-5e2c1f9b3d48", "0c5b2f1e-4d6a-4e8b-9f70-1a2b3c4d5e6f")
            let added = try await store.output("items", "add", "a", "--id", id, "--owner", ada, "--format", "json")
            #expect(added.hasPrefix(#"{"id":"\#(id)","name":"a","owner":"\#(ada)","isCompleted":false,"#))
            try await store.output("items", "add", "b", "--owner", grace.uppercased())
            try await store.output("items", "add", "c")
            func names(_ table: String) -> [Character?] { table.split(separator: "\n").dropFirst().map(\.last) }
            #expect(try await names(store.output("items", "list")) == ["a", "b", "c"])
            #expect(try await names(store.output("items", "list", "--owner", ada)) == ["a"])
            #expect(try await names(store.output("items", "list", "--owner", grace, "--as-of", "2")) == ["b"])
            #expect(try await names(store.output("items", "list", "--owner", grace, "--as-of", "1")) == [])
            #expect(try await store.output("items", "list", "--owner", id) == "")
            #expect(try await store.output("items", "rename", id, "d").contains("owner    \(ada)\n"))
            let taken = try await store.failure(1, "items", "add", "e", "--id", id, "--owner", grace)
            #expect(taken.contains("exists already"))
            #expect(try await store.failure(64, "items", "list", "--owner", "ada").contains(#""ada" is not a UUID"#))
        }

        @Test("an appended creation may name an owner or none")
        func appendedOwner() async throws {
            let owner = "7d1e0a52-93c4-4b7f-8a06-5e2c1f9b3d48"
            try await store.output("append", "item-\(id)", "ItemCreated", "--data", #"{"name":"a"}"#)
            let other = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c12"
            let data = #"{"name":"b","owner":"\#(owner)"}"#
            try await store.output("append", "item-\(other)", "ItemCreated", "--data", data)
            #expect(try await store.output("items", "list", "--owner", owner).contains(other))
            #expect(try await !store.output("items", "list", "--owner", owner).contains(id))
            #expect(try await store.output("items", "list").contains(id))
        }

        @Test(
            "a screen name of another user exits with 2 and a remedy; a released one can be taken")
        func takenName() async throws {
            try await store.output(
                "profile", "setup", "--user", "u-1", "--screen-name", "Ada", "--birthday", "1990-12-10")
            let refusal = try await store.failure(
                2, "profile", "setup", "--user", "u-2", "--screen-name", "aDA", "--birthday", "1990-12-10")
            #expect(refusal.contains(#"the screen name "aDA" is taken by another user"#))
            #expect(refusal.contains("choose another one"))
            try await store.output("profile", "change", "--user", "u-1", "--screen-name", "Lovelace")
            try await store.output(
                "profile", "setup", "--user", "u-2", "--screen-name", "aDA", "--birthday", "1990-12-10")
            #expect(
                try await store.failure(2, "profile", "change", "--user", "u-1", "--screen-name", "ada").contains(
                    "taken"))
        }

        @Test("a profile is set up once, changed, shown and listed")
        func profile() async throws {
            let setup = ["--user", "u-1", "--screen-name", "ada", "--birthday", "1990-12-10"]
            let first = try await NacreProcess().run(["profile", "setup", "--store", store.path] + setup)
            #expect(first.status == 0)
            let second = try await NacreProcess().run(["profile", "setup", "--store", store.path] + setup)
            #expect(second.status == 1)
            #expect(second.errors.contains("was set up already"))
            let changed = try await store.output(
                "profile", "change", "--user", "u-1", "--screen-name", "ada.l", "--birthday", "1990-12-11", "--format",
                "ndjson")
            #expect(changed.hasPrefix(#"{"id":"u-1","screenName":"ada.l","birthday":"1990-12-11","createdAt":""#))
            #expect(try await store.output("profile", "list", "--format", "ndjson") == changed)
            #expect(try await store.output("profile", "show", "u-1", "--format", "json") == changed)
            #expect(try await store.output("profile", "history", "u-1").split(separator: "\n").count == 4)
        }
    }
}

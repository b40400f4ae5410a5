import Foundation
import Testing

extension EndToEndTests {
    @Suite("What is recorded and cannot be shown")
    struct RecordedTests {
        private static let first = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
        private static let second = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c12"
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        /// An item, and behind it events that no projection can apply, at positions 2 and 3.
        private func halt() async throws {
            try await store.output("items", "add", "Buy milk", "--id", Self.first)
            try await store.output("append", "item-\(Self.second)", "ItemCreated", "--data", #"{"nam":1}"#)
            try await store.output("append", "profile-u-2", "IdentityCompleted", "--data", #"{"nam":1}"#)
        }

        @Test(
            "items add says where the item is recorded and how to repeat it, with 3, and a repetition adds no other one"
        )
        func add() async throws {
            try await halt()
            let said = try await store.failure(3, "items", "add", "Buy bread")
            #expect(said.contains("recorded as version 1 of \"item-"))
            #expect(said.contains("at position 4; the read model does not show it yet: "))
            #expect(said.contains("halts before position 2"))
            let id = try #require(said.firstMatch(of: #/unless with --id ([0-9a-f-]{36})/#)?.output.1)
            #expect(said.contains("\"item-\(id)\""))
            try await store.failure(1, "items", "add", "Buy bread", "--id", String(id))
            #expect(try await store.eventCount() == 4)
        }

        @Test("so do the commands that change an item")
        func change() async throws {
            try await halt()
            for (index, command) in [["complete"], ["reopen"], ["rename"], ["delete"]].enumerated() {
                let name = command == ["rename"] ? ["Buy oat milk"] : []
                let result = try await store.process.run(
                    ["items"] + command + [Self.first] + name + ["--store", store.path])
                #expect(result.status == 3, "\(command) exits with \(result.status): \(result.errors)")
                #expect(
                    result.errors.contains(
                        "recorded as version \(index + 2) of \"item-\(Self.first)\" at position \(index + 4); "))
                #expect(!result.errors.contains("--id"))
            }
        }

        @Test("so do those of a profile, of which both changes are recorded")
        func profile() async throws {
            try await store.output(
                "profile", "setup", "--user", "u-1", "--screen-name", "ada", "--birthday", "1990-12-10")
            try await store.output("append", "profile-u-2", "BirthdayCorrected", "--data", #"{"nam":1}"#)
            let said = try await store.failure(
                3, "profile", "setup", "--user", "u-3", "--screen-name", "bob", "--birthday", "1990-12-10")
            #expect(said.contains("recorded as version 1 of \"profile-u-3\" at position 3; "))
            let changed = try await store.failure(
                3, "profile", "change", "--user", "u-1", "--screen-name", "eve", "--birthday", "1990-12-11")
            #expect(changed.contains("the screen name is recorded as wanted"))
            #expect(changed.contains("recorded as version 3 of \"profile-u-1\" at position 5; "))
            #expect(try await store.output("read", "profile-u-1").contains("BirthdayCorrected"))
            #expect(try await store.eventCount() == 5)
        }

        @Test("a skip that is recorded says so where the projection halts again behind it")
        func skip() async throws {
            try await halt()
            try await store.output("append", "item-\(Self.first)", "ItemRenamed", "--data", #"{"nam":1}"#)
            try await store.failure(1, "items", "list")
            let said = try await store.failure(3, "projections", "skip", "items", "2", "--reason", "a faulty import")
            #expect(said.contains("the skip of position 2 is recorded"))
            #expect(said.contains("position 4"))
        }

        @Test("append can be repeated with an id that it is given")
        func append() async throws {
            let append = ["append", "s-1", "T", "--data", "1", "--id", Self.first, "--store", store.path]
            for expected in ["now", "before"] {
                let result = try await store.process.run(append)
                #expect(result.output.contains("recorded  \(expected)"), "\(result.output)")
            }
            #expect(try await store.eventCount() == 1)
        }
    }
}

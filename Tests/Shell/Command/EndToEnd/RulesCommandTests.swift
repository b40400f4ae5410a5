import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Rules")
    struct RulesCommandTests {
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        @Test(
            "a real history has no event that the rules refuse, and what was not judged is said",
            arguments: Fixture.histories)
        func history(path: String) async throws {
            let (history, store) = try await HistoryLines.imported(path)
            let foreign = history.positions { $0.type == "FileModified" }.count
            let table = try await store.output("verify", "--rules")
            #expect(table.contains("not judged: the decider does not know the type, \(foreign) events"))
            #expect(table.hasSuffix("judged \(history.lines.count - foreign) events: the rules refuse none\n"))
            let json = try await store.output("verify", "--rules", "--format", "ndjson")
            #expect(
                json == #"{"judgement":"notJudged","category":"item","type":"FileModified","events":\#(foreign),"#
                    + #""streams":0,"reason":"the decider does not know the type"}"# + "\n")
        }

        @Test("refused events are listed with the reason, and the command exits with 65")
        func refusals() async throws {
            try await store.output(
                "append", "item-00000000-0000-0000-0000-000000000001", "ItemRenamed", "--data", #"{"name":"early"}"#)
            try await store.output(
                "append", "item-00000000-0000-0000-0000-000000000001", "ItemCreated", "--data", #"{"name":"one"}"#)
            try await store.output(
                "append", "item-00000000-0000-0000-0000-000000000001", "ItemCompleted", "--data", "{}")
            try await store.output(
                "append", "item-00000000-0000-0000-0000-000000000001", "ItemCompleted", "--data", "{}")
            try await store.output("append", "profile-u", "BirthdayCorrected", "--data", #"{"birthday":"1990-12-10"}"#)
            try await store.output("append", "note-1", "Noted", "--data", "{}")
            let result = try await store.run("verify", "--rules", "--format", "ndjson")
            #expect(result.status == 65)
            #expect(result.errors.contains("3 events refused by the rules"))
            let refusals = result.lines.filter { $0.contains("\"refused\"") }
            #expect(refusals.count == 3)
            let read = try await store.output("read", "--columns", "id").split(separator: "\n")
            let id = try #require(read.dropFirst().first)
            #expect(
                refusals[0].hasPrefix(
                    #"{"judgement":"refused","position":1,"id":"\#(id)","stream":"item-00000000-0000-0000-0000-000000000001","version":1,"type":"ItemRenamed","#
                ))
            #expect(refusals[0].hasSuffix(#""reason":"the item was never created"}"#))
            #expect(refusals[1].contains(#""position":4,"#))
            #expect(refusals[1].hasSuffix(#""reason":"the item is completed already"}"#))
            #expect(refusals[2].hasSuffix(#""reason":"the profile was never set up"}"#))
            #expect(result.lines.last?.contains(#""category":"note","events":1,"streams":1"#) == true)
        }

        @Test("--format without --rules exits with 64")
        func format() async throws {
            try await store.output(
                "append", "item-00000000-0000-0000-0000-000000000001", "ItemCreated", "--data", #"{"name":"one"}"#)
            #expect(try await store.failure(64, "verify", "--format", "json").contains("--rules"))
        }
    }
}

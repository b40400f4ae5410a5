import DomainKit
import ItemsDomain
import Nacre
import ProfileDomain
import Testing
import ToolTesting

@testable import NacreCLI
@testable import NacreTool

@Suite("Lists in each format")
struct ListingTests {
    private func list<Element: Listed>(_ elements: [Element], _ format: OutputFormat) throws -> String {
        try CapturedOutput.of { try $0.list(elements, format) }
    }

    private let itemJSON =
        #"{"id":"4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11","name":"a/é\n","isCompleted":true,"isDeleted":false,"#
        + #""createdAt":"2017-04-20T11:13:14.500Z","updatedAt":"2017-04-20T11:13:14.500Z","version":3}"#

    @Test("ndjson is one object per line with the documented keys, without escaping UTF-8 and slashes")
    func ndjson() throws {
        let item = try Samples.item(name: "a/é\n", isCompleted: true)
        #expect(try list([item, item], .ndjson) == itemJSON + "\n" + itemJSON + "\n")
    }

    @Test("json is one array")
    func json() throws {
        let item = try Samples.item(name: "a/é\n", isCompleted: true)
        #expect(try list([item, item], .json) == "[\n\(itemJSON),\n\(itemJSON)\n]\n")
    }

    @Test("an empty list is an empty array in JSON, and no output otherwise")
    func empty() throws {
        #expect(try list([ItemDetails](), .json) == "[]\n")
        #expect(try list([ItemDetails](), .ndjson) == "")
        #expect(try list([ItemDetails](), .table) == "")
    }

    @Test("a table has a heading and one line per element, with control characters escaped")
    func table() throws {
        let items = [try Samples.item(), try Samples.item(name: "\u{1B}[2J\n", isDeleted: true)]
        #expect(
            try list(items, .table) == """
                ID                                    STATE      VERSION  CREATED               NAME
                4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11  open             3  2017-04-20T11:13:14Z  Buy milk
                4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11  deleted          3  2017-04-20T11:13:14Z  "\\u{1B}[2J\\n"

                """)
    }

    @Test("an item with an owner shows it after its name; the table of items has no column for it")
    func owner() throws {
        let owner = "7d1e0a52-93c4-4b7f-8a06-5e2c1f9b3d48"
        let item = try Samples.item(name: "a/é\n", owner: ItemOwner(parsing: owner), isCompleted: true)
        let expected = itemJSON.replacing(#""isCompleted""#, with: #""owner":"\#(owner)","isCompleted""#)
        #expect(try list([item], .ndjson) == expected + "\n")
        #expect(try CapturedOutput.of { try $0.show(item, .table) }.contains("\nowner    \(owner)\nstate    "))
        #expect(try list([item], .table) == list([try Samples.item(name: "a/é\n", isCompleted: true)], .table))
    }

    @Test("a profile has the documented keys")
    func profile() throws {
        #expect(
            try list([try Samples.profile()], .ndjson)
                == #"{"id":"u/1","screenName":"ada","birthday":"1990-12-10","createdAt":"2017-04-20T11:13:14.500Z","#
                + #""updatedAt":"2017-04-20T11:13:14.500Z","version":2}"# + "\n")
    }

    @Test("an event is the line that export writes")
    func event() throws {
        var line: [UInt8] = []
        NDJSON.write(RecordedEvent.sample(), to: &line)
        #expect(try list([RecordedEvent.sample()], .ndjson) == String(decoding: line, as: UTF8.self) + "\n")
    }

    @Test("a single element is a block of lines")
    func block() throws {
        let shown = try CapturedOutput.of { try $0.show(try Samples.profile(), .table) }
        #expect(
            shown == """
                user         u/1
                screen name  ada
                birthday     1990-12-10
                created      2017-04-20T11:13:14.500Z
                updated      2017-04-20T11:13:14.500Z
                version      2

                """)
    }

    @Test("a single element is one object in json and ndjson", arguments: [OutputFormat.json, .ndjson])
    func object(format: OutputFormat) throws {
        let item = try Samples.item(name: "a/é\n", isCompleted: true)
        #expect(try CapturedOutput.of { try $0.show(item, format) } == itemJSON + "\n")
    }
}

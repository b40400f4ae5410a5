import FeatureAPI
import Testing

@Suite struct ServerSentEventTests {
    private static let events = [
        ServerSentEvent(id: "1", event: "item", data: "{}"), ServerSentEvent(id: "1", data: "one\ntwo\n\nthree"),
        ServerSentEvent(id: "2", data: ": no comment"), ServerSentEvent(id: "2", data: " leading blank 🐚"),
        ServerSentEvent(id: "2", data: ""),
    ]

    @Test(arguments: ["\n", "\r", "\r\n"])
    func `events are parsed from a stream in pieces of any size`(ending: String) throws {
        let text = ServerSentEvent.comment + Self.events.map(\.text).joined(separator: ServerSentEvent.comment)
        let bytes = Array(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: ending).utf8)
        for size in 1...bytes.count {
            var parser = ServerSentEventParser()
            var parsed: [ServerSentEvent] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                parsed += try parser.parse(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(parsed == Self.events)
            #expect(parser.lastEventID == "2")
        }
    }

    @Test func `an event is delivered when it has ended`() throws {
        var parser = ServerSentEventParser()
        #expect(try parser.parse("id: 1\ndata: a\n".utf8).isEmpty)
        #expect(try parser.parse("\n".utf8) == [ServerSentEvent(id: "1", data: "a")])
    }

    @Test func `every line of the data is written as data, whichever line end it has`() throws {
        var parser = ServerSentEventParser()
        let events = try parser.parse(ServerSentEvent(data: "one\r\ntwo\nthree").text.utf8)
        #expect(events == [ServerSentEvent(data: "one\ntwo\nthree")])
    }

    @Test func `unknown fields, ids with zero bytes and a byte order mark are ignored`() throws {
        var parser = ServerSentEventParser()
        let events = try parser.parse("\u{FEFF}retry: 5\nother\nid: a\0b\ndata\ndata:x\n\n".utf8)
        #expect(events == [ServerSentEvent(data: "\nx")])
    }

    @Test func `a line that is too long, or not UTF-8, is an error`() {
        #expect(throws: ServerSentEventError.lineTooLong) {
            var parser = ServerSentEventParser(longestLine: 4)
            _ = try parser.parse("data:x".utf8)
        }
        #expect(throws: ServerSentEventError.notUTF8) {
            var parser = ServerSentEventParser()
            _ = try parser.parse([0xFF, 0x0A])
        }
    }
}

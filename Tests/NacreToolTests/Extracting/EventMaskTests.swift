import DomainKit
import Nacre
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Masking events")
struct EventMaskTests {
    private func mask(_ paths: [String], of events: [RecordedEvent]) throws -> EventMask {
        try EventMask(paths.map { try JSONPath.parsePrefix(of: $0, forAll: true).path }, of: events)
    }

    /// The data of events with this data after masking.
    private func masked(_ paths: [String], _ data: String...) throws -> [String] {
        let events = data.map { RecordedEvent.sample(data: $0) }
        let mask = try mask(paths, of: events)
        return events.map { String(decoding: mask($0).data, as: UTF8.self) }
    }

    /// Whether something masked still occurs in the masked event.
    private func leaves(_ paths: [String], _ event: RecordedEvent) throws -> Bool {
        let mask = try mask(paths, of: [event])
        return mask.occurs(in: mask(event))
    }

    @Test("a value within another masked one is masked with it, in any order of the paths")
    func nested() throws {
        let data = #"{"a":{"name":"Ada","b":[1,{"c":"Bob"}]},"d":"Eve"}"#
        for paths in [["data.a", "data.a.name", "data.d"], ["data.d", "data.a.b[1].c", "data.a"]] {
            let result = try masked(paths, data)[0]
            #expect(!result.contains("Ada") && !result.contains("Bob") && !result.contains("Eve"), "\(result)")
            #expect(JSONTexts(Array(result.utf8)).isWhole, "\(result)")
        }
    }

    @Test("all values under repeated keys and of all elements are masked")
    func repeated() throws {
        #expect(try masked(["data.a"], #"{"a":"x","b":"y","a":"z"}"#) == [#"{"a":"masked-1","b":"y","a":"masked-2"}"#])
        #expect(
            try masked(["data.l[*].n"], #"{"l":[{"n":"x"},{"m":"y"},{"n":"z","n":"x"}]}"#)
                == [#"{"l":[{"n":"masked-1"},{"m":"y"},{"n":"masked-2","n":"masked-1"}]}"#])
        #expect(try masked(["data[*]", "data[1]"], #"["x","y"]"#) == [#"["masked-1","masked-2"]"#])
    }

    @Test("strings are equal by their text, however they are written")
    func equality() throws {
        let result = try masked(["data.n"], #"{"n":"J\u00fcrgen"}"#, #"{"n":"Jürgen"}"#, #"{"n":"Jurgen"}"#)
        #expect(result == [#"{"n":"masked-1"}"#, #"{"n":"masked-1"}"#, #"{"n":"masked-2"}"#])
    }

    @Test("the mask of a number is none of the masked numbers, and both boolean values become false")
    func kinds() throws {
        let result = try masked(["data.n"], #"{"n":1}"#, #"{"n":2.0}"#, #"{"n":-7}"#, #"{"n":1}"#)
        #expect(result == [#"{"n":3}"#, #"{"n":4}"#, #"{"n":5}"#, #"{"n":3}"#])
        #expect(try masked(["data.n"], #"{"n":true}"#, #"{"n":false}"#) == [#"{"n":false}"#, #"{"n":false}"#])
        #expect(try masked(["data.n"], #"{"n":null}"#) == [#"{"n":null}"#])
    }

    @Test("a path without a value is an error that names the nearest one")
    func missing() throws {
        let event = RecordedEvent.sample(data: #"{"unit price":[{"a.b":1}]}"#)
        let error = #expect(throws: CommandError.self) {
            try mask([#"data["unit price"][*]["a.c"]"#], of: [event])
        }
        #expect(error?.code == .badInput)
        #expect(error?.message.contains(#"data["unit price"][*]["a.b"]"#) == true, "\(error?.message ?? "")")
    }

    @Test(
        "what still occurs is found",
        arguments: [
            // Within a masked object or array.
            (#"{"c":{"n":"Ada"},"note":"for Ada"}"#, ["data.c"]), (#"{"c":[["Ada"]],"note":"ADA!"}"#, ["data.c"]),
            // Numbers.
            (#"{"id":4711,"note":"no. 4711"}"#, ["data.id"]), (#"{"id":7,"copy":7}"#, ["data.id"]),
            (#"{"c":{"id":4711},"copy":4711}"#, ["data.c"]),
            // Escapes, on either side; names of fields; short texts.
            (#"{"n":"Jürgen","note":"J\u00fcrgen's"}"#, ["data.n"]), (#"{"n":"a\"b","note":"a\u0022b"}"#, ["data.n"]),
            (#"{"n":"Ada","Ada":1}"#, ["data.n"]), (#"{"n":"Al","note":"al"}"#, ["data.n"]),
            (#"{"n":"Ärzte","note":"die ärzte"}"#, ["data.n"]),
        ])
    func left(data: String, paths: [String]) throws {
        #expect(try leaves(paths, .sample(data: data)))
    }

    @Test(
        "what does not occur is not reported",
        arguments: [
            (#"{"n":"Ada","note":"Adelaide"}"#, ["data.n"]), (#"{"n":"Al","note":"always"}"#, ["data.n"]),
            (#"{"id":7,"copy":17}"#, ["data.id"]), (#"{"n":"Ada","m":"Ada"}"#, ["data.n", "data.m"]),
            (#"{"n":"","m":""}"#, ["data.n"]),
        ])
    func gone(data: String, paths: [String]) throws {
        #expect(try !leaves(paths, .sample(data: data)))
    }

    @Test("names of streams, tags and data that is not JSON are searched, too")
    func elsewhere() throws {
        let first = RecordedEvent.sample(data: #"{"n":"tem-1","t":"Ada"}"#)
        let mask = try mask(["data.n"], of: [first])
        #expect(mask.occurs(in: first), "the stream is item-1")
        let names = try self.mask(["data.t"], of: [first])
        #expect(names.occurs(in: .sample(data: "1", tags: ["of-ada"])))
        #expect(names.occurs(in: .sample(data: "\u{0}not JSON, of Ada")))
        #expect(!names.occurs(in: .sample(data: "\u{0}not JSON")))
        #expect(names(.sample(data: "1", tags: ["name:ada", "x"])).tags == ["name:masked-1", "x"])
    }

    @Test("ids that are hashes of events are replaced alike, where they are causes as well")
    func ids() throws {
        func event(_ position: Position, _ id: String, causedBy cause: String? = nil) throws -> RecordedEvent {
            let event = RecordedEvent.sample(position: position)
            return RecordedEvent(
                position: position, stream: event.stream, version: 1, id: try #require(EventID(id)), type: event.type,
                schema: 1, time: event.time, recordedAt: event.recordedAt, tags: [], data: event.data,
                metadata: cause.map { Array(#"{"causationId":"\#($0)"}"#.utf8) } ?? [], isLastOfCommit: true)
        }
        let hash = "6e118dd2-f856-5bba-b0fc-368e34ce1ed3"
        let random = "cbabb926-ef14-46cc-95ec-9aae48e62284"
        let other = "585423c6-aa21-54f6-b14c-2829332f2244"
        let events = [
            try event(1, hash), try event(2, random, causedBy: hash.uppercased()),
            try event(3, other, causedBy: random),
            try event(4, random, causedBy: "09e596ce-3171-5f7c-80dc-4f2e62d8ec49"),
        ]
        let mask = try mask(["data.name"], of: events)
        let masked = events.map { mask($0) }
        #expect("\(masked[0].id)" == "00000000-0000-8000-8000-000000000001")
        #expect(String(decoding: masked[1].metadata, as: UTF8.self) == #"{"causationId":"\#(masked[0].id)"}"#)
        #expect("\(masked[1].id)" == random)
        #expect(masked[2].metadata == events[2].metadata)
        #expect("\(masked[2].id)" != other)
        #expect(masked[3].metadata != events[3].metadata)
        #expect(mask.masked(hash) == "\(masked[0].id)")
        // Without a mask, ids stay.
        #expect(try self.mask([], of: events)(events[0]).id == events[0].id)
    }
}

import Nacre
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Conditions on values")
struct FieldConditionTests {
    private let data =
        #"{"name":"a\"b","n":1.50,"lines":[{"sku":"A-1"},{"sku":"A-2","unit price":{"x.y":null}}],"on":true}"#

    private func matches(_ text: String) throws -> Bool {
        try FieldCondition(parsing: text).matches(RecordedEvent.sample(data: data).view)
    }

    @Test(
        "a value at the path is compared by its text, or by its bytes if it is no string",
        arguments: [
            "data.name=a\"b", "data.name~\"", "data.n=1.50", "data.on=true", "data.lines[1].sku=A-2",
            #"data.lines[1]["unit price"]["x.y"]=null"#, "data.lines[0].sku!=A-2", "data.lines", "data.name",
            #"data.lines[0]={"sku":"A-1"}"#, "data.lines~A-2", "data",
        ])
    func matching(text: String) throws {
        #expect(try matches(text))
    }

    @Test(
        "another value, and no value at the path, do not match",
        arguments: [
            "data.name=a", "data.name~x", "data.n=1.5", "data.on=tru", "data.lines[2].sku", "data.lines[2].sku!=A-2",
            "data.lines.sku=A-1", "data.name.x", "data.name[0]", "metadata.name=a\"b", "data.Name",
        ])
    func differing(text: String) throws {
        #expect(try !matches(text))
    }

    @Test("data that is not JSON has no values", arguments: ["", "{", "\u{0}", #"{"name":"a"#, #"{"x":}"#])
    func notJSON(data: String) throws {
        let event = RecordedEvent.sample(data: data)
        #expect(try !FieldCondition(parsing: "data.name").matches(event.view))
        #expect(try !FieldCondition(parsing: "data.name!=x").matches(event.view))
    }

    @Test("of repeated keys, the first counts")
    func repeated() throws {
        let event = RecordedEvent.sample(data: #"{"a":1,"a":2}"#)
        #expect(try FieldCondition(parsing: "data.a=1").matches(event.view))
        #expect(try !FieldCondition(parsing: "data.a=2").matches(event.view))
    }

    @Test("escapes are decoded, and names are compared by bytes")
    func escapes() throws {
        let event = RecordedEvent.sample(data: #"{"caf\u00e9":"\u0041"}"#)
        #expect(try FieldCondition(parsing: "data.caf\u{E9}=A").matches(event.view))
        #expect(try !FieldCondition(parsing: "data.cafe\u{301}=A").matches(event.view))
        #expect(try FieldCondition(parsing: #"data["caf\u00e9"]=A"#).matches(event.view))
    }

    @Test(
        "a path that cannot be parsed is refused, with the reason",
        arguments: [
            ("", "begins without a name"), ("name=x", "must begin with data or metadata"),
            ("data.", "a name is missing"), ("data[x]", "neither an index"), ("data[-1]", "neither an index"),
            ("data[\"x]", "does not end"), ("data!x", "neither =, != nor ~"), ("data]", "neither =, != nor ~"),
        ])
    func refused(text: String, reason: String) {
        let error = #expect(throws: JSONPathError.self) { try FieldCondition(parsing: text) }
        #expect(error?.description.contains(reason) == true)
    }
}

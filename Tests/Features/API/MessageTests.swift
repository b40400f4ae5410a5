import DomainKit
import FeatureAPI
import Testing

@Suite struct MessageTests {
    private struct Order: APIMessage, Hashable {
        struct Line: Codable, Hashable {
            let name: String
            let count: UInt64
        }

        let id: String?
        let isPaid: Bool
        let lines: [Line]

        static var schema: Schema? {
            .object(
                name: "Order",
                [
                    .init("id", .string(format: "uuid"), isRequired: false), .init("isPaid", .boolean),
                    .init(
                        "lines",
                        .array(.object(name: "Line", [.init("name", .string()), .init("count", .integer)]))),
                ])
        }
    }

    @Test func `a message is decoded from its JSON`() throws {
        let order = Order(id: nil, isPaid: true, lines: [.init(name: "milk \u{1F95B}", count: 2)])
        #expect(try MessageCoding.decode(MessageCoding.encode(order)) == order)
        let text = String(decoding: try MessageCoding.encode(order), as: UTF8.self)
        #expect(text == "{\"isPaid\":true,\"lines\":[{\"count\":2,\"name\":\"milk \u{1F95B}\"}]}")
    }

    @Test(arguments: [
        (#"{"lines":[]}"#, ["isPaid"]), (#"{"isPaid":1,"lines":{}}"#, ["isPaid", "lines"]),
        (#"{"isPaid":true,"lines":[{"name":"a","count":1},{"name":2}]}"#, ["lines[1].name", "lines[1].count"]),
        (#"{"isPaid":true,"lines":[],"more":1,"another":2}"#, ["another", "more"]),
        (#"{"id":null,"isPaid":true,"lines":[]}"#, ["id"]), ("[]", ["body"]), ("null", ["body"]), ("7", ["body"]),
        (#"{"isPaid":true,"lines":[{"name":"a","count":-1}]}"#, ["lines[0].count"]),
        (#"{"isPaid":true,"lines":[{"name":"a","count":1.5}]}"#, ["lines[0].count"]),
        (#"{"isPaid":true,"lines":[{"name":"a","count":1e300}]}"#, ["lines[0].count"]),
        (#"{"isPaid":true,"lines":[{"name":"a","count":true}]}"#, ["lines[0].count"]),
    ])
    func `every field that is missing, unknown or of another type is named`(json: String, fields: [String]) {
        let error = #expect(throws: ValidationError.self) {
            try MessageCoding.decode(Array(json.utf8), as: Order.self)
        }
        #expect(error?.failures.map(\.field) == fields)
    }

    @Test(arguments: ["", "{", "{\"isPaid\":}", "nonsense", "{} {}"])
    func `what is not JSON is recognised`(text: String) {
        #expect(throws: MessageError.notJSON) { try MessageCoding.decode(Array(text.utf8), as: Order.self) }
    }

    @Test func `only UTF-8 is accepted`() {
        let json = #"{"isPaid":true,"lines":[]}"#
        let sixteen = json.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for bytes in [sixteen, [0x22, 0xFF, 0x22], Array(json.utf8) + [0]] {
            #expect(throws: MessageError.notUTF8) { try MessageCoding.decode(bytes, as: Order.self) }
        }
    }

    @Test func `values that may be secret are not repeated in failures`() {
        let error = #expect(throws: ValidationError.self) {
            try MessageCoding.decode(Array(#"{"isPaid":"hunter2","lines":["hunter2"]}"#.utf8), as: Order.self)
        }
        #expect(error?.message.contains("hunter2") == false)
    }

    @Test func `a problem names its code, its fields and the request`() throws {
        var problem = Problem(
            ValidationError(ValidationFailure(field: "name", value: "secret", message: "is empty: give one")))
        problem.requestId = "r-1"
        let text = String(decoding: try MessageCoding.encode(problem), as: UTF8.self)
        #expect(
            text == """
                {"detail":"some fields are invalid: see failures","failures":[{"field":"name","message":"is empty: give \
                one"}],"requestId":"r-1","status":422,"title":"Unprocessable Content","type":"urn:nacre:problem:invalid"}
                """)
        #expect(try MessageCoding.decode(Array(text.utf8)) == problem)
        #expect(problem.code == "invalid")
    }
}

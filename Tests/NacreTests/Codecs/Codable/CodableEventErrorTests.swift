import Foundation
import Nacre
import Testing

@Suite("Undecodable Codable events")
struct CodableEventErrorTests {
    /// The code and reason of rejecting an order's data.
    private func refusal(
        _ json: String, schema: Int = 1
    ) -> (code: EventDecodingError.Code, reason: String, message: String)? {
        let error = #expect(throws: EventDecodingError.self) {
            try Order.reading("OrderPlaced", schema: schema, json)
        }
        return error.map { ($0.code, $0.reason, $0.message) }
    }

    @Test func `a missing field is named with its type and path`() {
        let refusal = refusal(#"{"lines":[]}"#)
        #expect(refusal?.code == .missingField)
        #expect(
            refusal?.message
                == #"the event at position 7, type "OrderPlaced" in stream "order-1", cannot be decoded: it has no field "#
                + #""customer": the log is never rewritten: fix the program that wrote it"#)
    }

    @Test func `a missing nested field is named by its path`() {
        let refusal = refusal(#"{"customer":"ada","lines":[{"product":"Tea","count":1},{"product":"Tea"}]}"#)
        #expect(refusal?.code == .missingField)
        #expect(refusal?.reason == #"it has no field "lines[1].count""#)
    }

    @Test(arguments: [
        (#"{"customer":1,"lines":[]}"#, #"the field "customer": at byte 12: expected a string, found a number"#),
        (#"{"customer":"a","lines":{}}"#, #"the field "lines": at byte 24: expected an array, found an object"#),
        (#"{"customer":"a","lines":[7]}"#, #"the field "lines[0]": at byte 25: expected an object, found a number"#),
        (
            #"{"customer":"a","lines":[{"product":"T","count":1.0}]}"#,
            #"the field "lines[0].count": at byte 48: expected an integer, without fraction and exponent"#
        ),
        (
            #"{"customer":"a","lines":[{"product":"T","count":300}]}"#,
            #"the field "lines[0].count": at byte 48: the number is outside -128 to 127"#
        ),
        (
            #"{"customer":"a","lines":[{"product":null,"count":1}]}"#,
            #"the field "lines[0].product": at byte 36: expected a string, found null"#
        ),
        (
            #"{"customer":"a","lines":[],"paid":0}"#,
            #"the field "paid": at byte 34: expected true or false, found a number"#
        ),
        (
            #"{"customer":"a","lines":[],"id":"x"}"#,
            #"the field "id": at byte 32: expected the 36-character form of a UUID, found "x""#
        ),
        (#"{"customer":"a","lines":[],"at":"today"}"#, #"the field "at": at byte 32: "today""#),
        (
            #"{"customer":"a","lines":[],"share":1e999}"#,
            #"the field "share": at byte 35: the number is too large for its type"#
        ),
        (
            #"{"customer":"a","lines":[],"key":"??"}"#,
            #"the field "key": at byte 33: expected Base64 (RFC 4648, with padding), found "??""#
        ),
        (#"{"customer":"a","lines":[],"level":"high"}"#, #"the field "level": Cannot initialize Level from"#),
    ])
    func `a field of another kind is named with the expected kind`(_ json: String, _ reason: String) {
        let refusal = refusal(json)
        #expect(refusal?.code == .malformed)
        #expect(refusal?.reason.hasPrefix(reason) == true, "\(refusal?.reason ?? "")")
    }

    @Test func `a requested field that occurs twice is rejected, wherever it is`() {
        let outside = refusal(#"{"customer":"a","lines":[],"cust\u006fmer":"b"}"#)
        #expect(outside?.code == .repeatedField)
        #expect(outside?.reason == #"it has the field "customer" twice"#)
        let inside = refusal(#"{"customer":"a","lines":[{"product":"T","count":1,"count":1}]}"#)
        #expect(inside?.code == .repeatedField)
        #expect(inside?.reason == #"it has the field "lines[0].count" twice"#)
        let optional = refusal(#"{"paid":null,"customer":"a","lines":[],"paid":null}"#)
        #expect(optional?.reason == #"it has the field "paid" twice"#)
    }

    @Test func `a repeated dictionary key is rejected, whatever the number of keys`() throws {
        for count in [2, 40] {
            let fields = (1..<count).map { #""\#($0)":\#($0)"# }.joined(separator: ",")
            #expect(try Order.reading("OrderCounted", "{\(fields)}") != nil)
            let error = #expect(throws: EventDecodingError.self) {
                try Order.reading("OrderCounted", #"{\#(fields),"1":1}"#)
            }
            #expect(error?.code == .repeatedField)
            #expect(error?.reason == #"it has the field "1" twice"#)
        }
    }

    @Test(arguments: ["", "[]", "{", #"{"customer":"a","lines":[]}x"#, "\"x\"", "{\"a\":\"\u{1}\"}"])
    func `data that is not a JSON object is rejected`(_ json: String) {
        let refusal = refusal(json)
        #expect(refusal?.code == .malformed)
        #expect(refusal?.reason.hasPrefix("at byte ") == true)
    }

    @Test func `text that is not UTF-8 is rejected, even in fields that are not requested`() {
        let data = Array(#"{"customer":"a","lines":[],"note":""#.utf8) + [0xFF] + Array("\"}".utf8)
        let error = #expect(throws: EventDecodingError.self) {
            try Order.codec.decode(.example(EventData(type: "OrderPlaced", data: data)))
        }
        #expect(error?.reason == "at byte 35: a string is not UTF-8")
    }

    @Test func `an event of a newer schema is rejected`() {
        let refusal = refusal(#"{"customer":"a","lines":[]}"#, schema: 2)
        #expect(refusal?.code == .newerSchema)
        #expect(refusal?.reason == "it has schema 2, the newest that this program knows is 1")
    }

    @Test func `a value that its type rejects is malformed, with the type's error as the cause`() {
        let error = #expect(throws: EventDecodingError.self) {
            try Order.reading("OrderRated", #"{"stars":6}"#)
        }
        #expect(error?.code == .malformed)
        #expect(error?.cause is Rating.OutOfRange)
    }
}

private enum Order: Codable, Equatable, StoredEvent {
    static let category = "order"

    enum Level: String, Codable {
        case low
    }

    struct Line: Codable, Equatable {
        var product: String
        var count: Int8
    }

    // swift-format-ignore
    case placed(customer: String, lines: [Line], paid: Bool?, id: UUID?, at: Date?, share: Double?, key: Data?, level: Level?)
    case counted([String: Int])
    case rated(stars: Rating)
}

private struct Rating: Codable, Equatable {
    struct OutOfRange: Error {}

    var stars: Int

    init(from decoder: any Decoder) throws {
        stars = try decoder.singleValueContainer().decode(Int.self)
        guard stars <= 5 else { throw OutOfRange() }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(stars)
    }
}

import DomainKit
import Foundation
import Nacre
import NacreTesting
import TestRandomness
import Testing

@Suite("Values of Codable events")
struct CodableValueTests {
    private static let uuid = UUID(
        uuid: (0xAB, 0xCD, 0xEF, 1, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 1, 0x23, 0x45, 0x67, 0x89))
    private static let url = URL(filePath: "/a b", directoryHint: .notDirectory)

    private static let numbersAndTexts: [(ValueEvent, String)] = [
        (.int8(.min), #"{"value":-128}"#), (.uint64(.max), #"{"value":18446744073709551615}"#),
        (.int128(.min), #"{"value":-170141183460469231731687303715884105728}"#),
        (
            .wide(.max, [.max, -1], [1]),
            #"{"_0":340282366920938463463374607431768211455,"_1":[170141183460469231731687303715884105727,-1],"_2":[1]}"#
        ),
        (.wrappedWide(Wrapped(7)), #"{"value":7}"#), (.bool(true), #"{"value":true}"#),
        (.bool(false), #"{"value":false}"#),
        (.double(0.1), #"{"value":0.1}"#), (.double(-1e300), #"{"value":-1e+300}"#),
        (.double(5), #"{"value":5.0}"#), (.float(0.1), #"{"value":0.1}"#),
        (.text("a\u{0}\n\"\\é"), #"{"value":"a\u0000\n\"\\é"}"#),
        (.texts(["b", "a"]), #"{"value":["b","a"]}"#), (.optionals([1, nil]), #"{"value":[1,null]}"#),
        (.counts(["b": 1, "a": 2, "ä": 3]), #"{"a":2,"b":1,"ä":3}"#),
        (.numbered([7: "x"]), #"{"7":"x"}"#),
    ]

    private static let foundation: [(ValueEvent, String)] = [
        (
            .uuid(uuid),
            #"{"value":"abcdef01-2345-6789-abcd-ef0123456789"}"#
        ),
        (.data(Data([0, 255, 16])), #"{"value":"AP8Q"}"#),
        (.url(url), #"{"value":"file:///a%20b"}"#),
        (
            .decimal(Decimal(sign: .plus, exponent: -9, significand: 1_234_567_890_123_456_789)),
            #"{"value":1234567890.123456789}"#
        ),
        (.decimal(-3), #"{"value":-3}"#),
        (.date(Date(timeIntervalSince1970: 0)), #"{"value":"1970-01-01T00:00:00Z"}"#),
        (.date(Date(timeIntervalSince1970: -1.5)), #"{"value":"1969-12-31T23:59:58.500Z"}"#),
        (.date(Date(timeIntervalSinceReferenceDate: 514_379_594.123)), #"{"value":"2017-04-20T11:13:14.123Z"}"#),
        (
            .instant(Instant(nanosecondsSince1970: 1_492_686_794_000_000_000, decimals: 0)),
            #"{"value":"2017-04-20T11:13:14Z"}"#
        ),
    ]

    private static let own: [(ValueEvent, String)] = [
        (
            .instant(Instant(nanosecondsSince1970: 1_492_686_794_000_000_000, decimals: 3)),
            #"{"value":"2017-04-20T11:13:14.000Z"}"#
        ),
        (.day(Instant(nanosecondsSince1970: 0, decimals: 0).day), #"{"value":"1970-01-01"}"#),
        (.id(EventID(high: 0xABCD, low: 1)), #"{"value":"00000000-0000-abcd-0000-000000000001"}"#),
        (.names("a-1", "B", "c:d"), #"{"stream":"a-1","type":"B","tag":"c:d"}"#),
        (.kind(.second), #"{"value":"second"}"#),
        (.dates(["a": [Date(timeIntervalSince1970: 1)]]), #"{"a":["1970-01-01T00:00:01Z"]}"#),
        (
            .ids(first: uuid, second: nil),
            #"{"first":"abcdef01-2345-6789-abcd-ef0123456789"}"#
        ),
        (.generic(Wrapped(Date(timeIntervalSince1970: 1))), #"{"value":"1970-01-01T00:00:01Z"}"#),
    ]

    private static let stored = numbersAndTexts + foundation + own

    @Test(arguments: stored)
    fileprivate func `every type of value has its JSON form, and survives a round trip`(
        _ event: ValueEvent, _ json: String
    ) throws {
        #expect(try event.json == json)
        try EventCodecConformance.check(ValueEvent.codec, samples: [event])
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `any date survives a round trip, in the fewest decimals of 0, 3, 6 and 9`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let seconds = Double(Int64.random(in: -9_000_000_000...9_000_000_000, using: &random))
            let unit = [1, 1e3, 1e6, 1e9].randomElement(using: &random)!
            let fraction = Double(Int.random(in: 0..<Int(unit), using: &random)) / unit
            let date = Date(timeIntervalSince1970: seconds + fraction)
            guard abs(date.timeIntervalSinceReferenceDate) > 5_000_000 else { continue }
            let json = try ValueEvent.date(date).json
            #expect(try ValueEvent.reading("ValueDate", json) == .date(date), "\(json)")
            #expect([20, 24, 27, 30].contains(json.utf8.count - #"{"value":""}"#.utf8.count), "\(json)")
        }
    }

    @Test func `an identifier is decoded in capitals too`() throws {
        let text = "ABCDEF01-2345-6789-ABCD-EF0123456789"
        #expect(try ValueEvent.reading("ValueUuid", #"{"value":"\#(text)"}"#) == .uuid(UUID(uuidString: text)!))
        #expect(try ValueEvent.reading("ValueId", #"{"value":"\#(text)"}"#) == .id(EventID(text)!))
    }

    @Test(
        arguments: [
            (.double(.infinity), "JSON has no number for inf"), (.double(.nan), "JSON has no number for nan"),
            (.float(-.infinity), "JSON has no number for -inf"), (.decimal(.nan), "JSON has no number for NaN"),
            (.date(.distantFuture), "give a date from 1677-09-21T00:12:43.145224192Z to"),
        ] as [(ValueEvent, String)])
    fileprivate func `a value without a JSON form is rejected by name`(
        _ event: ValueEvent, _ reason: String
    ) throws {
        let error = #expect(throws: EventEncodingError.self) { try ValueEvent.codec.encode(event) }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains(#"cannot be encoded: the field "value": "#) == true)
        #expect(error.map { "\($0)" } == error?.message)
    }

    // Foundation's description of such a date crashes, so the tests do not pass dates.
    @Test(arguments: [.nan, .infinity, -1e18, 1e300] as [Double])
    func `a date that does not exist is rejected`(_ seconds: Double) throws {
        let event = ValueEvent.date(Date(timeIntervalSinceReferenceDate: seconds))
        let error = #expect(throws: EventEncodingError.self) { try ValueEvent.codec.encode(event) }
        #expect(error?.message.contains("seconds after 1970 cannot be stored: give a date from 1677-") == true)
        #expect(error?.cause is JSONError)
    }

    @Test func `a value that cannot be encoded is named by its path`() throws {
        let error = #expect(throws: EventEncodingError.self) {
            try ValueEvent.codec.encode(.deep(lines: [["a": [0]], ["a": [1, .nan]]]))
        }
        #expect(
            error?.message
                == #"an event of type "ValueDeep" cannot be encoded: the field "lines[1].a[1]": JSON has no number for nan: "#
                + "correct the value and try again")
    }
}

private enum ValueEvent: Codable, Equatable, StoredEvent {
    static let category = "value"

    enum Kind: String, Codable {
        case first, second
    }

    case int8(Int8)
    case uint64(UInt64)
    case int128(Int128)
    case wide(UInt128, [Int128], [UInt128])
    case bool(Bool)
    case double(Double)
    case float(Float)
    case text(String)
    case texts([String])
    case optionals([Int?])
    case counts([String: Int])
    case numbered([Int: String])
    case uuid(UUID)
    case data(Data)
    case url(URL)
    case decimal(Decimal)
    case date(Date)
    case instant(Instant)
    case day(CalendarDay)
    case id(EventID)
    case kind(Kind)
    case names(stream: StreamName, type: EventType, tag: Nacre.Tag)
    case dates([String: [Date]])
    case ids(first: UUID, second: UUID?)
    case generic(Wrapped<Date>)
    case wrappedWide(Wrapped<Int128>)
    case deep(lines: [[String: [Double]]])

    static func names(_ stream: StreamName, _ type: EventType, _ tag: Nacre.Tag) -> ValueEvent {
        .names(stream: stream, type: type, tag: tag)
    }
}

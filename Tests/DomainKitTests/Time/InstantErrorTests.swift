import DomainKit
import Testing

@Suite
struct InstantErrorTests {
    @Test(arguments: [
        "", "Z", "2017-04-20", "2017-04-20T11:13:14", "2017-04-20 11:13:14Z", "2017-04-20t11:13:14Z",
        "2017-04-20T11:13:14z", "2017-04-20T11:13:14+00:00", "2017-04-20T11:13:14.Z", "2017-04-20T11:13:14,5Z",
        "2017-04-20T11:13:14.1234567890Z", "2017-04-20T11:13:14ZZ", " 2017-04-20T11:13:14Z", "17-04-20T11:13:14Z",
        "2017-4-20T11:13:14Z", "2017-04-20T11:13Z", "2017-04-20T1\u{661}:13:14Z", "+017-04-20T11:13:14Z",
        "2017-04-20T11:13:14.\(String(repeating: "1", count: 5000))Z",
    ])
    func `text that is not a time is rejected`(text: String) {
        let error = #expect(throws: TimeError.self) { try Instant(parsing: text) }
        #expect(error?.code == .malformed)
        #expect(error?.message.contains("YYYY-MM-DDThh:mm:ssZ") == true)
    }

    @Test(arguments: [
        ("2017-13-01T00:00:00Z", "month 13"), ("2017-00-01T00:00:00Z", "month 0"),
        ("2017-02-30T00:00:00Z", "28 days"), ("1900-02-29T00:00:00Z", "28 days"),
        ("2017-04-31T00:00:00Z", "30 days"), ("2017-01-32T00:00:00Z", "day 32"),
        ("2017-01-00T00:00:00Z", "day 0"), ("2017-01-01T24:00:00Z", "hour 24"),
        ("2017-01-01T00:60:00Z", "minute 60"), ("2016-12-31T23:59:60Z", "second 60"),
    ])
    func `a date or time that does not exist is rejected by name`(text: String, named: String) {
        let error = #expect(throws: TimeError.self) { try Instant(parsing: text) }
        #expect(error?.code == .unreal)
        #expect(error?.message.contains("\"\(text)\"") == true)
        #expect(error?.message.contains(named) == true)
    }

    @Test(arguments: [
        "1677-09-21T00:12:43.145224191Z", "1677-09-21T00:12:43Z", "2262-04-11T23:47:16.854775808Z",
        "2262-04-11T23:47:17Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z",
    ])
    func `a time outside the storable range is rejected with the limits`(text: String) {
        let error = #expect(throws: TimeError.self) { try Instant(parsing: text) }
        #expect(error?.code == .outOfRange)
        #expect(error?.message.contains("1677-09-21T00:12:43.145224192Z to 2262-04-11T23:47:16.854775807Z") == true)
    }

    @Test
    func `arbitrary bytes are parsed or rejected, without a crash`() {
        var random = SystemRandomNumberGenerator()
        let template = Array("2017-04-20T11:13:14.123456789Z".utf8)
        for _ in 0..<2000 {
            var bytes = template
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            bytes = bytes.dropLast(Int.random(in: 0...12, using: &random))
            if let instant = try? Instant(parsing: bytes.span) {
                #expect(Array(instant.description.utf8) == bytes)
            }
        }
    }
}

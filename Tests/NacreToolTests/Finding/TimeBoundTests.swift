import DomainKit
import Testing

@testable import NacreTool

@Suite("Bounds in time")
struct TimeBoundTests {
    @Test("a day is its whole, in UTC")
    func day() throws {
        let day = try TimeBound(parsing: "2016-02-29")
        #expect(day.start == (try Instant(parsing: "2016-02-29T00:00:00Z")))
        #expect(day.end.nanosecondsSince1970 + 1 == (try Instant(parsing: "2016-03-01T00:00:00Z")).nanosecondsSince1970)
    }

    @Test("of the first and the last day, the part that can be stored counts")
    func bounds() throws {
        let first = try TimeBound(parsing: "1677-09-21")
        #expect(first.start == .earliest)
        #expect(first.end == (try Instant(parsing: "1677-09-21T23:59:59.999999999Z")))
        let last = try TimeBound(parsing: "2262-04-11")
        #expect(last.end == .latest)
        #expect(last.start == (try Instant(parsing: "2262-04-11T00:00:00Z")))
    }

    @Test("a time is itself")
    func time() throws {
        let time = try TimeBound(parsing: "2016-02-29T12:00:00.5Z")
        #expect(time.start == time.end && time.description == "2016-02-29T12:00:00.5Z")
    }

    @Test(
        "anything else is refused",
        arguments: [
            "2015-02-29", "2016-2-29", "today", "", "2016/02/29", "1677-09-20", "2262-04-12",
        ])
    func refused(text: String) {
        #expect(throws: TimeError.self) { try TimeBound(parsing: text) }
    }
}

import DomainKit
import Testing

@Suite
struct InstantTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0, 0), ("2017-04-20T11:13:14Z", 1_492_686_794_000_000_000, 0),
        ("2017-04-20T11:13:14.123Z", 1_492_686_794_123_000_000, 3),
        ("2017-04-20T11:13:14.000Z", 1_492_686_794_000_000_000, 3),
        ("2017-04-20T11:13:14.123456789Z", 1_492_686_794_123_456_789, 9),
        ("1969-12-31T23:59:59.5Z", -500_000_000, 1), ("2000-02-29T00:00:00Z", 951_782_400_000_000_000, 0),
        ("1677-09-21T00:12:43.145224192Z", Int64.min, 9), ("2262-04-11T23:47:16.854775807Z", Int64.max, 9),
    ])
    func `a time is parsed and formatted with its decimals`(text: String, nanoseconds: Int64, decimals: Int) throws {
        let instant = try Instant(parsing: text)
        #expect(instant.nanosecondsSince1970 == nanoseconds)
        #expect(Int(instant.decimals) == decimals)
        #expect(instant.description == text)
        #expect(Instant(nanosecondsSince1970: nanoseconds, decimals: UInt8(decimals)).description == text)
    }

    @Test
    func `any instant with any number of decimals survives a round trip`() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var nanoseconds = Int64.random(in: .min ... .max, using: &random)
            if Bool.random() { nanoseconds = nanoseconds / 1_000_000_000 * 1_000_000_000 }
            let instant = Instant(nanosecondsSince1970: nanoseconds, decimals: UInt8.random(in: 0...12))
            let read = try Instant(parsing: instant.description)
            #expect(read == instant)
            #expect(read.decimals == instant.decimals)
        }
    }

    @Test
    func `every representable day follows the previous one`() throws {
        let first = try CalendarDay(year: 1677, month: 9, day: 21)
        let last = try CalendarDay(year: 2262, month: 4, day: 11)
        var previous = first
        for count in first.daysSince1970 + 1...last.daysSince1970 {
            let noon = Instant(nanosecondsSince1970: (Int64(count) * 24 + 12) * 3_600_000_000_000, decimals: 0)
            let day = noon.day
            let isNext =
                day.day == previous.day + 1 && day.month == previous.month
                || day.day == 1 && (day.month == previous.month + 1 || day.month == 1 && day.year == previous.year + 1)
            if !isNext || day.daysSince1970 != count { Issue.record("\(day) follows \(previous)") }
            previous = day
        }
        #expect(previous == last)
    }

    @Test
    func `more decimals are shown if the nanoseconds need them`() {
        #expect(Instant(nanosecondsSince1970: 1_500_000_000, decimals: 0).description == "1970-01-01T00:00:01.5Z")
        #expect(Instant(nanosecondsSince1970: 1, decimals: 3).decimals == 9)
        #expect(Instant(nanosecondsSince1970: 0, decimals: 200).decimals == 9)
    }

    @Test
    func `instants are compared by their nanoseconds only`() {
        let short = Instant(nanosecondsSince1970: 0, decimals: 0)
        let long = Instant(nanosecondsSince1970: 0, decimals: 9)
        #expect(short == long)
        #expect(Set([short, long]).count == 1)
        #expect(Instant(nanosecondsSince1970: -1, decimals: 9) < short)
    }

    @Test
    func `a day begins at midnight UTC, also before 1970`() throws {
        #expect(try Instant(parsing: "1969-12-31T23:59:59.999999999Z").day.description == "1969-12-31")
        #expect(try Instant(parsing: "1970-01-01T00:00:00Z").day.description == "1970-01-01")
    }

    @Test
    func `written bytes equal those of the text`() throws {
        var bytes = Array(">".utf8)
        try Instant(parsing: "2017-04-20T11:13:14.120Z").write(to: &bytes)
        #expect(bytes == Array(">2017-04-20T11:13:14.120Z".utf8))
    }

    @Test
    func `the system clock advances, in microseconds`() throws {
        let source = SystemTimeSource()
        let first = source.now()
        #expect(first.decimals == 6)
        #expect(first.nanosecondsSince1970 % 1000 == 0)
        #expect(first > (try Instant(parsing: "2024-01-01T00:00:00Z")))
    }
}

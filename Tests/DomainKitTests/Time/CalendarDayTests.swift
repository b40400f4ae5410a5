import DomainKit
import Testing

@Suite
struct CalendarDayTests {
    @Test(arguments: [
        ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2000-03-01", 11_017), ("2017-04-20", 17_276),
        ("0000-01-01", -719_528), ("9999-12-31", 2_932_896),
    ])
    func `a calendar day is parsed, counted and formatted`(text: String, count: Int) throws {
        let day = try CalendarDay(parsing: text)
        #expect(day.daysSince1970 == count)
        #expect(day.description == text)
    }

    @Test(arguments: [
        "", "2017-4-20", "2017-04-20Z", "20170420", "17-04-20", " 2017-04-20", "2017-04-20\n", "2017/04/20",
    ])
    func `text that is not a calendar day is rejected`(text: String) {
        #expect(throws: TimeError.self) { try CalendarDay(parsing: text) }
    }

    @Test(arguments: [(2023, 2, 29), (1900, 2, 29), (2023, 4, 31), (2023, 13, 1), (2023, 1, 0), (10_000, 1, 1)])
    func `a day that does not exist in the calendar cannot be created`(year: Int, month: Int, day: Int) {
        let error = #expect(throws: TimeError.self) { try CalendarDay(year: year, month: month, day: day) }
        #expect(error?.code == .unreal)
    }

    @Test(arguments: [(2024, 2, 29), (2000, 2, 29), (2023, 4, 30), (2023, 12, 31), (0, 2, 29)])
    func `a day that exists in the calendar can be created`(year: Int, month: Int, day: Int) throws {
        let made = try CalendarDay(year: year, month: month, day: day)
        #expect((made.year, made.month, made.day) == (year, month, day))
    }

    @Test
    func `days are ordered by year, then month, then day`() throws {
        let days = try ["1999-12-31", "2000-01-31", "2000-02-01", "2000-02-02"].map(CalendarDay.init(parsing:))
        #expect(days.sorted() == days)
        #expect(days[0] < days[1])
    }
}

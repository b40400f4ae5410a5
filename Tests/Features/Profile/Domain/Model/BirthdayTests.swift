import DomainKit
import ProfileDomain
import Testing

@Suite
struct BirthdayTests {
    private static func day(_ text: String) throws -> CalendarDay { try CalendarDay(parsing: text) }

    @Test(arguments: ["1990-12-10", "2024-02-29", "1894-03-01", "2024-03-01", "2000-02-29"])
    func `an existing day within 130 years is a birthday`(text: String) throws {
        #expect(try Birthday(text, today: Self.day("2024-03-01")).description == text)
    }

    @Test(arguments: [
        ("1990-02-30", "not a day"), ("1990-13-01", "not a day"), ("1900-02-29", "not a day"),
        ("1990-00-10", "not a day"), ("2024-03-02", "future"), ("9999-12-31", "future"), ("1894-02-28", "130 years"),
        ("0000-01-01", "130 years"), ("1990-1-1", "not written"), ("10.12.1990", "not written"), ("", "not written"),
        ("1990-12-10T00:00:00Z", "not written"), (" 1990-12-10", "not written"), ("1990-12-10\n", "not written"),
    ])
    func `any other day is rejected, with day and limit`(text: String, reason: String) {
        let error = #expect(throws: ValidationError.self) {
            try Birthday(text, today: Self.day("2024-03-01"))
        }
        #expect(error?.failures.map(\.field) == ["birthday"])
        #expect(error?.message.contains("\(DisplayedText(text))") == true)
        #expect(error?.message.contains(reason) == true)
    }

    @Test
    func `on a leap day the 130 years end with the day after the missing one`() throws {
        let today = try Self.day("2028-02-29")
        #expect(throws: ValidationError.self) { try Birthday("1898-02-28", today: today) }
        #expect(try Birthday("1898-03-01", today: today).description == "1898-03-01")
    }
}

import DomainKit
import Foundation
import Testing

@Suite("Times and days as Codable values")
struct CodableTimeTests {
    @Test func `a time is encoded as one text, with the decimals that it displays`() throws {
        let times = [
            Instant(nanosecondsSince1970: 1_000_000_000, decimals: 3), .earliest, .latest,
            Instant(nanosecondsSince1970: 0, decimals: 0),
        ]
        let json = try JSONEncoder().encode(times)
        #expect(
            String(decoding: json, as: UTF8.self)
                == #"["1970-01-01T00:00:01.000Z","1677-09-21T00:12:43.145224192Z","#
                + #""2262-04-11T23:47:16.854775807Z","1970-01-01T00:00:00Z"]"#)
        let read = try JSONDecoder().decode([Instant].self, from: json)
        #expect(read == times)
        #expect(read.map(\.decimals) == times.map(\.decimals))
    }

    @Test func `a day is encoded as one text`() throws {
        let days = [try CalendarDay(year: 0, month: 1, day: 1), try CalendarDay(year: 2024, month: 2, day: 29)]
        let json = try JSONEncoder().encode(days)
        #expect(String(decoding: json, as: UTF8.self) == #"["0000-01-01","2024-02-29"]"#)
        #expect(try JSONDecoder().decode([CalendarDay].self, from: json) == days)
    }

    @Test func `a text that is not a time or day is rejected with reason and path`() {
        func context(_ type: (some Decodable).Type, _ json: String) -> DecodingError.Context? {
            do {
                _ = try JSONDecoder().decode(type, from: Data(json.utf8))
            } catch DecodingError.dataCorrupted(let context) {
                return context
            } catch {
                Issue.record(error)
            }
            return nil
        }
        let time = context([Instant].self, #"["2017-04-20T11:13:14Z","2017-04-20 11:13:14Z"]"#)
        #expect(time?.underlyingError is TimeError)
        #expect(time?.codingPath.map(\.intValue) == [1])
        let day = context([String: CalendarDay].self, #"{"born":"2023-02-29"}"#)
        #expect(day?.debugDescription.contains("2023 has 28 days") == true)
        #expect(day?.codingPath.map(\.stringValue) == ["born"])
    }
}

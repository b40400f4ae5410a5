import DomainKit
import Nacre

/// A parsed text is written as the same text.
enum TextProperties {
    static func check(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let instant = try? Instant(parsing: text) {
            let again = try? Instant(parsing: instant.description)
            expect(again == instant && again?.decimals == instant.decimals, "\(text) becomes \(instant)")
            _ = instant.day.description
        }
        let fromBytes = try? Instant(parsing: bytes.span)
        expect(
            String(validating: bytes, as: UTF8.self) == nil || fromBytes == (try? Instant(parsing: text)),
            "\(text) is another moment as bytes")
        if let day = try? CalendarDay(parsing: text) {
            expect((try? CalendarDay(parsing: day.description)) == day, "\(text) becomes \(day)")
            // Moments depend on counting days in both directions.
            expect(day.description.utf8.count == 10, "\(day) has not ten digits and hyphens")
        }
        if let id = EventID(text) {
            expect(EventID(id.description) == id, "\(text) becomes \(id)")
            expect(EventID(bytes.span) == id, "\(text) is another id as bytes")
        }
        let name = StreamName(text)
        if (try? name.validate(as: "stream name")) != nil {
            expect((1...255).contains(text.utf8.count), "a name of \(text.utf8.count) bytes is taken")
            expect(!text.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "a name with control characters is taken")
        }
    }
}

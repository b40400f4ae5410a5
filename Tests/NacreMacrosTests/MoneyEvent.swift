import DomainKit
import Foundation
import Nacre
import NacreMacros

struct Place: Codable, Hashable, Sendable {
    var street: String
    var number: Int?
}

enum Colour: String, Codable { case red, blue }

/// Values of every kind, with and without labels, renamed, and of changed schemas.
@StoredEvent enum MoneyEvent: DomainEvent, Codable {
    static let category = "money"
    static let storedTypes = StoredEventTypes(
        [
            "closed": "MoneyGone",
            "moved": .upcasting { old, new in
                new.integer("to", try old.integer("target"))
                new.integer("rate", 1)
                new.integer("half", 2)
            },
            "named": StoredEventType(formerly: ["MoneyCalled"]),
        ],
        upcasting: [Upcaster("MoneyLabelled", from: 1, becoming: "MoneyNamed")])

    case opened(owner: String, limit: Decimal?, at: Instant, day: CalendarDay)
    case counted(Int)
    case placed(Place)
    case maybe(Place?)
    case named(name: String?, aliases: [String], flag: Bool, other: Bool?)
    case moved(to: Int, by: Int?, rate: Double, half: Float)
    case pair(Int, String)
    case mixed(Place, colour: Colour, table: [String: Int])
    case listed(places: [Place], ids: [UUID], bytes: Data, link: URL?)
    case small(a: Int8, b: UInt64, c: Int128)
    case renamed(amount: Int, ignored: Int = 7)
    case `default`(`in`: String)
    case closed

    enum RenamedCodingKeys: String, CodingKey { case amount = "cents" }

    var tags: [Tag] {
        if case .opened(let owner, _, _, _) = self { ["owner:\(owner)"] } else { [] }
    }
}

extension MoneyEvent {
    static func samples() throws -> [MoneyEvent] {
        let place = Place(street: "Strand \"1\"", number: nil)
        let date = try CalendarDay(parsing: "2017-04-20")
        return [
            .opened(
                owner: "Åda", limit: Decimal(string: "12.50"), at: try Instant(parsing: "2017-04-20T11:13:14.123Z"),
                day: date),
            .opened(owner: "", limit: nil, at: try Instant(parsing: "2017-04-20T11:13:14Z"), day: date),
            .counted(-5), .placed(place), .placed(Place(street: "", number: 3)), .maybe(nil), .maybe(place),
            .named(name: nil, aliases: [], flag: true, other: nil),
            .named(name: "n\u{1b}", aliases: ["a", "\""], flag: false, other: true),
            .moved(to: .min, by: nil, rate: 0.1, half: 0.1), .moved(to: .max, by: 3, rate: -1e300, half: 1.5),
            .pair(1, "two"), .mixed(place, colour: .blue, table: ["b": 1, "a": 2]),
            .listed(
                places: [place, place], ids: [UUID()], bytes: Data([1, 2, 255]),
                link: URL(string: "https://example.org/a?b=c")),
            .listed(places: [], ids: [], bytes: Data(), link: nil),
            .small(a: -128, b: .max, c: .max), .renamed(amount: 4), .default(in: "x"), .closed,
        ]
    }
}

import DomainKit
import Nacre
import NacreRuntime

/// One key of a tally, with the values that appeared.
struct TallyColumn: Sendable {
    let key: CountKey

    private let clock: AsOfOptions.Clock
    private var names = ByteTable()
    private var units = TimeUnits()

    /// Names that are looked up together, because there are many.
    private var waiting = NameBatch()

    /// The number of names from which they do not fit into the caches of a processor.
    private static let manyNames = 2_048

    init(key: CountKey, clock: AsOfOptions.Clock) {
        self.key = key
        self.clock = clock
    }

    /// Counts an event by the number of its value, now or together with later ones.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - counts: The counts by number.
    mutating func count(_ event: EventView, in counts: inout NumberCounts) {
        guard names.count >= Self.manyNames else { return counts.add(number(of: event)) }
        var isNamed = false
        Self.withName(key, of: event) { name in
            isNamed = true
            waiting.append(name)
        }
        if !isNamed { counts.add(0) }
        if waiting.isFull { countWaiting(in: &counts) }
    }

    /// Counts the events that wait for later ones.
    mutating func countWaiting(in counts: inout NumberCounts) {
        names.prefetch(waiting)
        waiting.forEachName { counts.add(number(of: $0)) }
        waiting.removeAll()
    }

    /// The number of an event's value, from 0.
    mutating func number(of event: EventView) -> Int {
        if key.isTime {
            let nanoseconds = clock.nanoseconds(of: event)
            return number(at: nanoseconds)
        }
        var number = 0
        Self.withName(key, of: event) { number = self.number(of: $0) }
        return number
    }

    /// The numbers that the values of another column have in this one, by their numbers in the other.
    mutating func numbers(of other: TallyColumn) -> [Int] {
        if key.isTime { return other.units.moments.map { units.number(of: key, at: $0.nanosecondsSince1970) } }
        // Events without an actor have the number 0 in both.
        return (key == .actor ? [0] : [])
            + (0..<other.names.count).map { index in other.names.withName(at: index) { number(of: $0) } }
    }

    /// The number of the unit of time, of a column of these, that contains a moment, in nanoseconds since 1970 UTC.
    mutating func number(at nanoseconds: Int64) -> Int { units.number(of: key, at: nanoseconds) }

    /// The number of a name; events without an actor have the number 0.
    mutating func number(of name: Swift.Span<UInt8>) -> Int { names.number(of: name) + (key == .actor ? 1 : 0) }

    /// Calls a closure with the name that is the event's value, if it has one.
    ///
    /// Static, because the closure changes the column: a method would keep a copy of its tables meanwhile.
    @inline(__always)
    private static func withName(_ key: CountKey, of event: EventView, _ body: (Swift.Span<UInt8>) -> Void) {
        switch key {
        case .type: body(event.typeName)
        case .stream: body(event.streamName)
        case .category:
            let name = event.streamName
            var end = 0
            while end < name.count, name[end] != UInt8(ascii: "-") { end += 1 }
            body(name.extracting(0..<end))
        case .actor:
            EventContext.forEachValue(in: event.metadata) { key, value in
                if key == .actor { body(value) }
            }
        case .second, .minute, .hour, .day, .month, .year: break
        }
    }

    /// The name that appeared last of all; `nil` if none did.
    var lastText: String? { names.count == 0 ? nil : names.text(at: names.count - 1) }

    /// The values by their numbers; `nil` for events that have none.
    var texts: [String?] {
        if key.isTime { return units.moments.map { key.text(at: $0) } }
        return (key == .actor ? [nil] : []) + (0..<names.count).map { names.text(at: $0) }
    }
}

/// Numbers units of time from 0, in order of their first appearance.
private struct TimeUnits: Sendable {
    /// A moment in each unit.
    private(set) var moments: [Instant] = []

    private var numbers: [Int64: Int] = [:]

    /// The last number, for the events of one span of time, whose ordinal is that since 1970.
    private var last: (number: Int, ordinal: Int64)?

    mutating func number(of key: CountKey, at nanoseconds: Int64) -> Int {
        // Months and years consist of whole days.
        let length = (key.seconds ?? 86_400) * 1_000_000_000
        let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: length)
        let ordinal = remainder < 0 ? quotient - 1 : quotient
        if let last, last.ordinal == ordinal { return last.number }
        let moment = Instant(nanosecondsSince1970: nanoseconds, decimals: 0)
        let unit: Int64 =
            switch key {
            case .month: Int64(moment.day.year * 12 + moment.day.month)
            case .year: Int64(moment.day.year)
            default: ordinal
            }
        let number = numbers[unit] ?? moments.count
        if number == moments.count {
            numbers[unit] = number
            moments.append(moment)
        }
        last = (number, ordinal)
        return number
    }
}

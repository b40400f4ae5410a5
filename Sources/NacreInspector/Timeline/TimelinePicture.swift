import DomainKit
import NacreTool

/// A timeline as a picture: time from left to right, a bar for each unit, its types above one another.
struct TimelinePicture: Sendable {
    /// The events of a type in a unit.
    struct Piece: Sendable {
        let y: Double
        let height: Double

        /// The number of the colour.
        let color: Int
    }

    /// A unit with events.
    struct Bar: Sendable {
        let x: Double
        let width: Double
        let pieces: [Piece]

        /// The timeline of the unit; its events where it is a second.
        let address: String
        let name: String
    }

    /// A mark of the time.
    struct Mark: Sendable {
        let x: Double
        let text: String
        let anchor: String
    }

    /// A moment at which something happened to the store.
    struct Flag: Sendable {
        let x: Double
        let name: String
        let address: String
    }

    private enum Layout {
        static let (width, height) = (960.0, 220.0)
        static let (top, bottom) = (18.0, 22.0)
        static let marks = 4

        /// The smallest width of a bar: a second of a year can still be seen.
        static let bar = 2.0
    }

    let width = Int(Layout.width)
    let height = Int(Layout.height)
    let ground = Layout.height - Layout.bottom
    let bars: [Bar]
    let marks: [Mark]
    let flags: [Flag]

    /// The greatest number of events of a unit.
    let most: Int

    /// The bounds for the script, in milliseconds since 1970 UTC.
    let since: Int64
    let until: Int64

    /// Draws a timeline.
    ///
    /// - Parameters:
    ///   - timeline: The timeline.
    ///   - span: Its time.
    ///   - colors: The numbers of the colours, by type; other types share a number.
    ///   - otherColor: That number.
    ///   - halts: The events at which followers are halted.
    init(
        _ timeline: Timeline, of span: TimelineSpan, colors: [String: Int], otherColor: Int, halts: [TimelineHalt]
    ) {
        let most = max(1, timeline.units.map(\.events).max() ?? 1)
        let room = Layout.height - Layout.top - Layout.bottom
        bars = timeline.units.map { unit in
            let left = span.share(before: unit.start) * Layout.width
            let right = span.share(before: unit.end) * Layout.width
            let width = max(Layout.bar, right - left - 1)
            var y = Layout.height - Layout.bottom
            var shares: [Int: Int] = [:]
            for count in unit.counts { shares[colors[count.type] ?? otherColor, default: 0] += count.events }
            let pieces = shares.sorted { $0.key < $1.key }.map { color, events in
                // A single event beside thousands can still be seen.
                let height = max(Layout.bar, room * Double(events) / Double(most))
                y -= height
                return Piece(y: y.rounded(to: 2), height: height.rounded(to: 2), color: color)
            }
            let inside = TimelineSpan(
                clock: span.clock, since: max(unit.start, span.since), until: min(unit.end.before, span.until))
            return Bar(
                x: min(left, Layout.width - width).rounded(to: 2), width: width.rounded(to: 2), pieces: pieces,
                address: timeline.unit == "second" ? inside.log() : inside.address, name: Self.name(of: unit))
        }
        self.most = most
        flags = halts.map { halt in
            Flag(
                x: (span.share(before: halt.moment) * Layout.width).rounded(to: 2), name: halt.text,
                address: halt.address)
        }
        marks = (0...Layout.marks).map { index in
            let share = Double(index) / Double(Layout.marks)
            return Mark(
                x: share * Layout.width, text: span.moved(since: share, until: 0).since.shown,
                anchor: index == 0 ? "start" : index == Layout.marks ? "end" : "middle")
        }
        since = span.since.nanosecondsSince1970 / 1_000_000
        until = span.until.nanosecondsSince1970 / 1_000_000
    }

    private static func name(of unit: Timeline.Unit) -> String {
        let types = unit.counts.prefix(5).map { "\($0.type.inCell) \($0.events)" }
        let others = unit.counts.count > 5 ? ["\(Figures.count(unit.counts.count - 5, "other type"))"] : []
        return "\(unit.text): \(Figures.count(unit.events, "event")): " + (types + others).joined(separator: ", ")
    }
}

extension Instant {
    /// The moment before it.
    fileprivate var before: Instant {
        Instant(nanosecondsSince1970: max(.min + 1, nanosecondsSince1970) - 1, decimals: 9)
    }
}

extension Double {
    /// The number with a few decimals, for short pictures.
    fileprivate func rounded(to decimals: Int) -> Double {
        let factor = (0..<decimals).reduce(1.0) { result, _ in result * 10 }
        return (self * factor).rounded() / factor
    }
}

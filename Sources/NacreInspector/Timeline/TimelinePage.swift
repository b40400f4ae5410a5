import DomainKit
import NacreTool

/// A timeline, as it is rendered.
struct TimelinePage: Sendable {
    /// A type with its colour.
    struct Legend: Sendable {
        let color: Int
        let name: String
        let events: String
        let address: String?
    }

    /// A unit with many events, or a time without any.
    struct Finding: Sendable {
        let text: String
        let events: String
        let address: String
    }

    /// The greatest number of types with a colour of their own.
    private static let colors = 7
    private static let mostFindings = 5

    let isEmpty: Bool
    var summary = ""
    var clock = ""
    var otherClock = ""
    var otherAddress = ""
    var since = ""
    var until = ""
    var isByTime = false
    var picture: TimelinePicture?
    var legends: [Legend] = []
    var bursts: [Finding] = []
    var gaps: [Finding] = []
    var hasGaps = false
    var halts: [Finding] = []
    var hasHalts = false
    var eventsAddress = ""
    var wholeAddress = ""
    var widerAddress = ""
    var earlierAddress = ""
    var laterAddress = ""
    var command = ""

    /// The page of a log without events.
    static let empty = TimelinePage(isEmpty: true)

    private init(isEmpty: Bool) {
        self.isEmpty = isEmpty
    }

    /// - Parameters:
    ///   - timeline: The timeline.
    ///   - span: Its time.
    ///   - whole: The time of the whole log.
    ///   - halts: The events at which followers are halted.
    ///   - command: The command that prints the same.
    init(
        _ timeline: Timeline, of span: TimelineSpan, whole: TimelineSpan, halts: [TimelineHalt], command: String
    ) {
        self.init(isEmpty: false)
        let events = timeline.units.reduce(0) { $0 + $1.events }
        var types: [String: Int] = [:]
        for count in timeline.units.flatMap(\.counts) { types[count.type, default: 0] += count.events }
        // In order of the names beyond the numbers, so that the same span has the same colours.
        let ordered = types.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
        // A single other type has the colour of the others for itself.
        let named = ordered.count == Self.colors + 1 ? Self.colors + 1 : Self.colors
        let colored = Dictionary(
            uniqueKeysWithValues: ordered.prefix(named).enumerated().map { ($1.key, $0) })
        picture = TimelinePicture(timeline, of: span, colors: colored, otherColor: Self.colors, halts: halts)
        self.halts = halts.map { Finding(text: $0.text, events: $0.moment.shown, address: $0.address) }
        hasHalts = !halts.isEmpty
        legends = ordered.prefix(named).enumerated().map { index, type in
            Legend(
                color: index, name: type.key.inCell, events: "\(type.value)",
                address: span.log(type: type.key))
        }
        let others = ordered.dropFirst(named)
        if !others.isEmpty {
            legends.append(
                Legend(
                    color: Self.colors, name: Figures.count(others.count, "other type"),
                    events: "\(others.reduce(0) { $0 + $1.value })", address: nil))
        }
        summary =
            "\(Figures.count(events, "event")) from \(span.since.shown) to \(span.until.shown), by \(timeline.unit), UTC"
        isByTime = span.clock == .time
        clock = isByTime ? "when events happened" : "when events were recorded"
        otherClock = isByTime ? "when they were recorded" : "when they happened"
        otherAddress = Address.timeline + (isByTime ? "?by=recordedAt" : "?by=time")
        (since, until) = (span.since.description, span.until.description)
        let busiest = timeline.units.sorted { $0.events == $1.events ? $0.text < $1.text : $0.events > $1.events }
        bursts = busiest.prefix(Self.mostFindings).map {
            let unit = TimelineSpan(clock: span.clock, since: $0.start, until: $0.end)
            return Finding(text: $0.text, events: "\($0.events)", address: unit.address)
        }
        gaps = Self.gaps(of: timeline, span)
        hasGaps = !gaps.isEmpty
        eventsAddress = span.log()
        wholeAddress = whole.address
        widerAddress = span.moved(since: -0.5, until: 0.5).address
        earlierAddress = span.moved(since: -0.5, until: -0.5).address
        laterAddress = span.moved(since: 0.5, until: 0.5).address
        self.command = command
    }

    /// The longest times between two units with events.
    private static func gaps(of timeline: Timeline, _ span: TimelineSpan) -> [Finding] {
        var found: [TimelineSpan] = []
        for (unit, next) in zip(timeline.units, timeline.units.dropFirst()) where unit.end < next.start {
            found.append(TimelineSpan(clock: span.clock, since: unit.end, until: next.start))
        }
        let longest = found.sorted { $0.nanoseconds > $1.nanoseconds }.prefix(mostFindings)
        return longest.map { gap in
            Finding(
                text: "\(gap.since.shown) to \(gap.until.shown)",
                events: Figures.duration(nanoseconds: gap.nanoseconds),
                address: gap.moved(since: -0.5, until: 0.5).address)
        }
    }
}

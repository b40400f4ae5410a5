import DomainKit
import Nacre

/// Finds the longest times between an event and the next one.
///
/// By `time`, in which events need not be in the order of the log, the next one is the first that happened later than
/// all events before it.
struct TimeGaps: Sendable {
    /// A time without events.
    struct Gap: Hashable, Sendable {
        /// The last event before it, and the first one after it.
        var positions: (before: Position, after: Position)

        var start: Instant
        var end: Instant

        var nanoseconds: Int64 { start.nanoseconds(to: end) }

        static func == (left: Gap, right: Gap) -> Bool {
            left.positions == right.positions && left.start == right.start && left.end == right.end
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(positions.before)
            hasher.combine(positions.after)
        }
    }

    private let limit: Int
    private let clock: AsOfOptions.Clock
    private var last: (position: Position, nanoseconds: Int64)?
    private var longest: [Gap] = []

    /// - Parameters:
    ///   - limit: How many of the longest are kept.
    ///   - clock: The time of an event that counts.
    init(limit: Int, _ clock: AsOfOptions.Clock) {
        self.limit = limit
        self.clock = clock
    }

    /// The longest ones, the longest first, and of equal ones the earlier first.
    var gaps: [Gap] { longest }

    mutating func add(_ event: EventView) {
        let now = clock.nanoseconds(of: event)
        // An event that happened earlier than one before it neither ends nor begins a time without events.
        if let last, now < last.nanoseconds { return }
        defer { last = (event.position, now) }
        guard let last, now > last.nanoseconds else { return }
        let gap = Gap(
            positions: (last.position, event.position),
            start: Instant(nanosecondsSince1970: last.nanoseconds, decimals: 9),
            end: Instant(nanosecondsSince1970: now, decimals: 9))
        guard longest.count < limit || gap.nanoseconds > longest[limit - 1].nanoseconds else { return }
        let place = longest.firstIndex { $0.nanoseconds < gap.nanoseconds } ?? longest.count
        longest.insert(gap, at: place)
        if longest.count > limit { longest.removeLast() }
    }
}

extension TimeGaps.Gap: Listed {
    static let columns: [TableColumn] = [
        .number("LENGTH", width: 14), .text("FROM", width: 20), .text("TO", width: 20), .number("LAST"),
        .number("NEXT"),
    ]

    var cells: [String] {
        [Figures.duration(nanoseconds: nanoseconds), start.cell, end.cell, "\(positions.before)", "\(positions.after)"]
    }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("nanoseconds", nanoseconds)
            writer.field("from", start)
            writer.field("to", end)
            writer.field("lastPosition", positions.before)
            writer.field("nextPosition", positions.after)
        }
    }
}

package import DomainKit
package import Nacre
import NacreRuntime

/// How many events of each type every short stretch of a log has, and between which times they are.
///
/// With it, events are counted over any span of time by reading only the stretches at the ends of units of time. It is
/// built by passing it all events of a log, in order.
package struct EventStretches: Sendable {
    // INSP-05: A timeline is counted from stretches of the log, and from the events at the ends of its units.

    /// The greatest number of events in a stretch.
    static let length = 512

    /// Events that follow each other.
    struct Stretch: Hashable, Sendable {
        /// The position of the first event.
        var first: Position

        /// The position of the last event.
        var last: Position

        /// The earliest and the latest time of an event, in nanoseconds since 1970 UTC.
        var times: ClosedRange<Int64>

        /// The places of its counts.
        var counts: Range<Int>
    }

    /// The number of events of one type in a stretch.
    private struct TypeCount: Sendable {
        var type: Int32
        var events: Int32
    }

    /// The time of an event that counts.
    let clock: AsOfOptions.Clock

    /// All stretches but the last, in order.
    private(set) var closed: [Stretch] = []

    /// The last stretch, which may become longer; its counts are not placed yet.
    private var open: Stretch?
    private var openCounts: [Int32] = []
    private var counts: [TypeCount] = []
    private var types = ByteTable()

    /// Creates the stretches of an empty log.
    ///
    /// - Parameter clock: The time of an event that counts.
    package init(by clock: AsOfOptions.Clock) {
        self.clock = clock
    }

    /// The position of the last event.
    package var head: Position { open?.last ?? closed.last?.last ?? 0 }

    /// The earliest and the latest time of an event; `nil` without events.
    package var times: (first: Instant, last: Instant)? {
        let all = closed.map(\.times) + (open.map { [$0.times] } ?? [])
        guard let first = all.map(\.lowerBound).min(), let last = all.map(\.upperBound).max() else { return nil }
        return (
            Instant(nanosecondsSince1970: first, decimals: 9), Instant(nanosecondsSince1970: last, decimals: 9)
        )
    }

    /// Adds the next event of the log.
    ///
    /// - Parameter event: The event after ``head``.
    package mutating func add(_ event: EventView) {
        let time = clock.nanoseconds(of: event)
        let type = types.number(of: event.typeName)
        while openCounts.count <= type { openCounts.append(0) }
        openCounts[type] += 1
        guard var stretch = open else {
            open = Stretch(first: event.position, last: event.position, times: time...time, counts: 0..<0)
            return
        }
        stretch.last = event.position
        stretch.times = min(stretch.times.lowerBound, time)...max(stretch.times.upperBound, time)
        open = stretch
        if stretch.last - stretch.first + 1 >= Self.length { close() }
    }

    /// Adds the stretches of the events that follow.
    ///
    /// - Parameter later: The stretches, which begin after ``head``.
    package mutating func add(_ later: EventStretches) {
        close()
        var later = later
        later.close()
        let numbers = (0..<later.types.count).map { number in
            later.types.withName(at: number) { Int32(types.number(of: $0)) }
        }
        let start = counts.count
        counts += later.counts.map { TypeCount(type: numbers[Int($0.type)], events: $0.events) }
        closed += later.closed.map { stretch in
            var stretch = stretch
            stretch.counts = stretch.counts.lowerBound + start..<stretch.counts.upperBound + start
            return stretch
        }
    }

    /// The stretches of the log as it is now.
    ///
    /// - Parameter store: The store whose events these are.
    /// - Returns: These stretches with those of the events that were appended since.
    /// - Throws: `EventStoreError` if the log cannot be read; `CancellationError`.
    /// - Complexity: O(*n*) in the new events.
    package func upToDate(with store: any EventStore) async throws -> EventStretches {
        var criteria = EventCriteria()
        criteria.after = head
        let search = EventSearch(in: store, for: criteria)
        let merge: (inout EventStretches, EventStretches) -> Void = { $0.add($1) }
        let later = try await search.fold(into: EventStretches(by: clock), merging: merge) { $0.add($1) }
        guard later.head > 0 else { return self }
        var all = self
        all.add(later)
        return all
    }

    private mutating func close() {
        guard var stretch = open else { return }
        let start = counts.count
        for (type, events) in openCounts.enumerated() where events > 0 {
            counts.append(TypeCount(type: Int32(type), events: events))
            openCounts[type] = 0
        }
        stretch.counts = start..<counts.count
        closed.append(stretch)
        open = nil
    }

    /// Counts the events of a span of time by type and unit of time, as far as no event has to be read.
    ///
    /// - Parameters:
    ///   - span: The time, in nanoseconds since 1970 UTC.
    ///   - unit: The unit of time.
    /// - Returns: The counts, by type and then by unit, and the positions of the events that have to be counted by
    ///   reading them: in order, the second of each exclusive.
    func counted(in span: ClosedRange<Int64>, per unit: CountKey) -> (tally: EventTally, unread: [Range<Position>]) {
        var tally = EventTally(by: [.type, unit], clock)
        var unread: [Range<Position>] = []
        func read(_ stretch: Stretch) {
            if let last = unread.last, last.upperBound == stretch.first {
                unread[unread.count - 1] = last.lowerBound..<stretch.last + 1
            } else {
                unread.append(stretch.first..<stretch.last + 1)
            }
        }
        for stretch in closed where stretch.times.overlaps(span) {
            if span.contains(stretch.times.lowerBound), span.contains(stretch.times.upperBound),
                unit.text(atNanoseconds: stretch.times.lowerBound) == unit.text(atNanoseconds: stretch.times.upperBound)
            {
                for count in counts[stretch.counts] {
                    types.withName(at: Int(count.type)) {
                        tally.add(Int(count.events), ofType: $0, at: stretch.times.lowerBound)
                    }
                }
            } else {
                read(stretch)
            }
        }
        if let open, open.times.overlaps(span) { read(open) }
        return (tally, unread)
    }
}

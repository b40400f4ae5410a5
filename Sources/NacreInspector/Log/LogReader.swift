import DomainKit
import Nacre
import NacreTool

/// Reads pages of a log: as much of it as a page needs, for as long as a reader waits.
struct LogReader: Sendable {
    // INSP-02: A view searches the log in windows, for a second, and says where it stopped.

    let store: any EventStore
    let filter: EventCriteria

    /// The greatest number of events of a page.
    var size = 50

    /// How long a search goes on before it is given up.
    var patience = Duration.seconds(1)

    /// The positions of the first window of a search; later ones double while there is time.
    var window: Position = 32_768

    /// The greatest number of positions around damage that are read one by one.
    var closely = 4_096

    /// Reads a page.
    ///
    /// - Parameter place: Where the page is.
    /// - Returns: The page.
    /// - Throws: `EventStoreError` but for damaged positions, which are rows; ``InspectorError`` beyond the head.
    func page(_ place: LogPlace) async throws -> LogPage {
        let head = try await store.head()
        guard filter.after <= head else {
            throw InspectorError(
                status: 404, title: "The log has no such position",
                detail: "The filter begins at position \(filter.after + 1), and the log ends at position \(head).")
        }
        let range = filter.after..<max(filter.after, min(filter.upTo, head))
        switch place {
        case .newest: return try await backward(after: range.lowerBound, upTo: range.upperBound, in: range)
        case .before(let position):
            let end = min(range.upperBound, position > 0 ? position - 1 : 0)
            return try await backward(after: range.lowerBound, upTo: end, in: range)
        case .after(let position):
            return try await forward(after: max(range.lowerBound, position), in: range)
        case .since(let position):
            let start = max(range.lowerBound, position)
            return try await backward(after: start, upTo: range.upperBound, in: start..<max(start, range.upperBound))
        }
    }

    private func backward(after start: Position, upTo end: Position, in whole: Range<Position>) async throws -> LogPage
    {
        var page = LogPage()
        if end < whole.upperBound { page.newerStart = end }
        var search = Search(for: patience, window: firstWindow)
        var end = end
        while end > start, page.rows.count <= size {
            guard !search.isOver else {
                page.isIncomplete = true
                break
            }
            let beginning = end - min(end - start, search.window)
            let found = try await found(after: beginning, upTo: end, .last(size + 1 - page.rows.count))
            page.rows += found.rows.reversed()
            end = found.looked.lowerBound
            search.step(hasDamage: found.hasDamage)
        }
        if page.rows.count > size {
            page.rows.removeLast(page.rows.count - size)
            page.olderEnd = page.rows.last.map { $0.lowest - 1 }
        } else if end > start {
            page.olderEnd = end
        }
        return page
    }

    private func forward(after start: Position, in whole: Range<Position>) async throws -> LogPage {
        var page = LogPage()
        if start > whole.lowerBound { page.olderEnd = min(start, whole.upperBound) }
        var search = Search(for: patience, window: firstWindow)
        var (start, rows): (Position, [LogPage.Row]) = (start, [])
        while start < whole.upperBound, rows.count <= size {
            guard !search.isOver else {
                page.isIncomplete = true
                break
            }
            let end = start + min(whole.upperBound - start, search.window)
            let found = try await found(after: start, upTo: end, .first(size + 1 - rows.count))
            rows += found.rows
            start = found.looked.upperBound
            search.step(hasDamage: found.hasDamage)
        }
        if rows.count > size {
            rows.removeLast(rows.count - size)
            page.newerStart = rows.last?.position
        } else if start < whole.upperBound {
            page.newerStart = start
        }
        page.rows = rows.reversed()
        return page
    }

    /// The first window: everything where an index finds the events without looking at others.
    private var firstWindow: Position {
        let isExact =
            filter.texts.isEmpty && filter.fields.isEmpty && filter.ids.allSatisfy { $0.whole != nil }
            && (filter.clock == .recordedAt || (filter.since == nil && filter.until == nil))
        // A stream is read from its ends, whatever the window.
        return isExact || filter.stream != nil ? .max : window
    }

    /// The rows of a window.
    private func found(
        after start: Position, upTo end: Position, _ extent: EventSearch.Extent
    ) async throws -> Found {
        var criteria = filter
        (criteria.after, criteria.upTo) = (start, end)
        var rows: [LogPage.Row] = []
        do {
            let search = EventSearch(in: store, for: criteria, batch: SearchBatch(events: 8_192))
            try await search.forEach(extent) { rows.append(.event($0)) }
            return Found(rows: rows, looked: start..<end, hasDamage: false)
        } catch let error as EventStoreError where error.code == .damaged {
            return try await closely(after: start, upTo: end, extent)
        }
    }

    /// The rows of a window with damage, which are read one by one.
    private func closely(
        after start: Position, upTo end: Position, _ extent: EventSearch.Extent
    ) async throws -> Found {
        var (limit, isBackward) = (Int.max, false)
        switch extent {
        case .all: break
        case .first(let count): limit = count
        case .last(let count): (limit, isBackward) = (count, true)
        }
        var (rows, damage): ([LogPage.Row], LogDamage?) = ([], nil)
        var looked = isBackward ? end..<end : start..<start
        func hasMore() -> Bool { isBackward ? looked.lowerBound > start : looked.upperBound < end }
        while looked.count < closely, rows.count < limit, hasMore() {
            let position = isBackward ? looked.lowerBound : looked.upperBound + 1
            looked = isBackward ? position - 1..<end : start..<position
            do {
                let event = try await store.event(at: position)
                if let damage { rows.append(.damage(damage)) }
                damage = nil
                if filter.selects(event) { rows.append(.event(event)) }
            } catch let error as EventStoreError where error.code == .damaged {
                let alone = LogDamage(first: position, last: position, reason: "\(error)")
                damage = damage?.extended(to: position) ?? alone
            }
        }
        if let damage { rows.append(.damage(damage)) }
        return Found(rows: isBackward ? rows.reversed() : rows, looked: looked, hasDamage: true)
    }
}

/// The rows of a window.
private struct Found {
    /// The rows, in the order of the log.
    let rows: [LogPage.Row]

    /// The positions that were looked at: after the first, up to the second.
    let looked: Range<Position>

    /// Whether there is damage in the window.
    let hasDamage: Bool
}

/// How far a search may go.
private struct Search {
    private let deadline: ContinuousClock.Instant

    /// Until when windows grow: one that begins later must not take much longer than the search may.
    private let growthEnd: ContinuousClock.Instant
    private(set) var window: Position
    private var hasBegun = false

    init(for patience: Duration, window: Position) {
        let now = ContinuousClock.now
        (deadline, growthEnd) = (now + patience, now + patience / 4)
        self.window = window
    }

    /// Whether the time is over; the first window is always searched.
    var isOver: Bool { hasBegun && .now >= deadline }

    /// Widens the window, or narrows it to what lies before damage.
    mutating func step(hasDamage: Bool) {
        hasBegun = true
        guard !hasDamage else {
            window = 4_096
            return
        }
        guard .now < growthEnd else { return }
        window = window.multipliedReportingOverflow(by: 2).overflow ? .max : window * 2
    }
}

extension LogPage.Row {
    /// The smallest position that the row is about.
    fileprivate var lowest: Position {
        switch self {
        case .event(let event): event.position
        case .damage(let damage): damage.first
        }
    }
}

extension LogDamage {
    fileprivate func extended(to position: Position) -> LogDamage {
        LogDamage(
            first: min(first, position), last: max(last ?? first, position), reason: reason, isLost: isLost)
    }
}

extension EventCriteria {
    /// Whether an event has the properties, its position aside.
    fileprivate func selects(_ event: RecordedEvent) -> Bool {
        let time = clock == .time ? event.time : event.recordedAt
        return query.matches(event) && (stream.map { $0 == event.stream } ?? true) && matchesRest(event.view)
            && (since.map { time >= $0 } ?? true) && (until.map { time <= $0 } ?? true)
    }
}

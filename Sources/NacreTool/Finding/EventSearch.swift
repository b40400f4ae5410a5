import DomainKit
import Foundation
package import Nacre

/// Finds the events of a store that have some properties.
package struct EventSearch {
    /// Which of the events are wanted.
    package enum Extent: Hashable, Sendable {
        case all
        case first(Int)

        /// The last ones, in the order of the log.
        case last(Int)
    }

    let store: any EventStore
    let criteria: EventCriteria

    /// How much is read between two looks at cancellation and progress.
    let batch: SearchBatch

    /// For reading many events without waiting on the cooperative pool.
    private let executor = SerialBlockingExecutor(named: "search")

    /// How many parts of the log are read at the same time, where that is possible.
    let readers: Int

    /// The greatest number of them by default: each may keep all names that it counts by.
    private static let mostReaders = 4

    /// Creates a search.
    package init(
        in store: any EventStore, for criteria: EventCriteria, batch: SearchBatch = SearchBatch(),
        readers: Int? = nil
    ) {
        self.store = store
        self.criteria = criteria
        self.batch = batch
        self.readers = max(1, readers ?? min(Self.mostReaders, ProcessInfo.processInfo.activeProcessorCount))
    }

    /// Calls a closure with the events, in the order of the log.
    ///
    /// - Parameters:
    ///   - extent: Which of them.
    ///   - progress: Called with the number of events read, and of how many.
    ///   - body: Called with each event.
    /// - Throws: `EventStoreError`; ``CommandError``; the errors of `body`.
    package func forEach(
        _ extent: Extent = .all, progress: (_ read: UInt64, _ total: UInt64) -> Void = { _, _ in },
        _ body: (RecordedEvent) throws -> Void
    ) async throws {
        let range = try await range()
        switch extent {
        case .all: try await forward(in: range, limit: .max, progress, body)
        case .first(let count): try await forward(in: range, limit: count, progress, body)
        case .last(let count):
            // Positions, because the events may be large.
            for position in try await last(count, in: range, progress).reversed() {
                try body(try await store.event(at: position))
            }
        }
    }

    /// Whether the first event of the range is the first of its commit.
    func beginsWithCommit() async throws -> Bool {
        let range = try await range()
        guard range.lowerBound > 1 else { return true }
        return try await store.event(at: range.lowerBound - 1).isLastOfCommit
    }

    /// Whether reading all events in place is quicker than looking them up, because many are selected.
    var isScanned: Bool {
        let item = criteria.item
        return criteria.stream == nil && criteria.ids.compactMap(\.whole).isEmpty && item.tags.isEmpty
            && item.actors.isEmpty && item.correlations.isEmpty && item.causations.isEmpty
    }

    /// The positions between which the events lie, the second exclusive.
    func range() async throws -> Range<Position> {
        try criteria.query.validate()
        try criteria.stream?.validate(as: "stream name")
        let head = try await store.head()
        guard criteria.after <= head else { throw EventStoreError.noSuchPosition(criteria.after, head: head) }
        var (lower, upper) = (criteria.after, min(head, criteria.upTo))
        if criteria.clock == .recordedAt {
            // `recordedAt` never decreases along the log.
            if let since = criteria.since { lower = max(lower, try await store.position(before: since)) }
            if let until = criteria.until { upper = min(upper, try await store.position(at: until)) }
        }
        return lower < upper ? lower + 1..<upper + 1 : 0..<0
    }

    private func forward(
        in range: Range<Position>, limit: Int, _ progress: (UInt64, UInt64) -> Void,
        _ body: (RecordedEvent) throws -> Void
    ) async throws {
        guard !range.isEmpty else { return }
        var rest = limit
        if let events = try await selected(in: range, isBackward: false) {
            for try await event in events {
                guard rest > 0, event.position < range.upperBound else { break }
                guard contains(event, in: range) else { continue }
                try body(event)
                rest -= 1
            }
            return
        }
        var next = range.lowerBound
        while next < range.upperBound, rest > 0 {
            let part = next..<min(next + batch.events, range.upperBound)
            let found = try await scanned(part, limit: rest)
            for event in found.events {
                try body(event)
                rest -= 1
            }
            next = found.end
            progress(next - range.lowerBound, UInt64(range.count))
            try Task.checkCancellation()
        }
    }

    /// The positions of the last events, the last one first.
    private func last(
        _ count: Int, in range: Range<Position>, _ progress: (UInt64, UInt64) -> Void
    ) async throws -> [Position] {
        guard !range.isEmpty else { return [] }
        var found: [Position] = []
        if let events = try await selected(in: range, isBackward: true) {
            for try await event in events {
                guard found.count < count, event.position >= range.lowerBound else { break }
                if contains(event, in: range) { found.append(event.position) }
            }
            return found
        }
        var end = range.upperBound
        while end > range.lowerBound, found.count < count {
            let start = end - min(batch.events, end - range.lowerBound)
            found += try await positions(in: start..<end).reversed().prefix(count - found.count)
            end = start
            progress(range.upperBound - end, UInt64(range.count))
            try Task.checkCancellation()
        }
        return found
    }

    /// The events that an index selects, and possibly more; `nil` if all events have to be read in place.
    private func selected(in range: Range<Position>, isBackward: Bool) async throws -> EventSequence? {
        let wholes = criteria.ids.compactMap(\.whole)
        if !wholes.isEmpty, wholes.count == criteria.ids.count {
            let found = try await events(with: wholes)
            return EventSequence { FoundEvents(rest: isBackward ? found.reversed() : found) }
        }
        if let stream = criteria.stream {
            // The order of a stream is that of the log; its versions are not positions.
            return store.read(stream, isBackward ? .backward() : .forward())
        }
        guard criteria.query == .all, store.mappedLog != nil else {
            let order =
                isBackward ? ReadOrder.backward(from: range.upperBound - 1) : .forward(after: range.lowerBound - 1)
            return store.readLog(order, matching: criteria.query)
        }
        return nil
    }

    private func events(with ids: [EventID]) async throws -> [RecordedEvent] {
        var found: [RecordedEvent] = []
        for id in Set(ids) {
            if let event = try await store.event(withID: id) { found.append(event) }
        }
        return found.sorted { $0.position < $1.position }
    }

    private func contains(_ event: RecordedEvent, in range: Range<Position>) -> Bool {
        range.contains(event.position) && (criteria.stream.map { $0 == event.stream } ?? true)
            && criteria.query.matches(event) && criteria.matchesRest(event.view)
    }

    /// The events of a range of the log, read in place up to the limit or until a batch is full.
    ///
    /// - Returns: The events, and the position before which everything was read.
    private func scanned(
        _ range: Range<Position>, limit: Int
    ) async throws -> (events: [RecordedEvent], end: Position) {
        guard let log = store.mappedLog else { return ([], range.upperBound) }
        return try await executor.run { [criteria, batch] in
            var found: [RecordedEvent] = []
            var (bytes, end) = (0, range.upperBound)
            try log.scan(
                after: range.lowerBound - 1,
                while: { event in
                    guard event.position < range.upperBound else { return false }
                    guard criteria.matchesRest(event) else { return true }
                    found.append(event.recorded())
                    bytes += event.data.count + event.metadata.count
                    guard found.count < limit, bytes < batch.bytes else {
                        end = event.position + 1
                        return false
                    }
                    return true
                })
            return (found, end)
        }
    }

    /// The positions of the events of a range of the log, read in place.
    private func positions(in range: Range<Position>) async throws -> [Position] {
        guard let log = store.mappedLog else { return [] }
        return try await executor.run { [criteria] in
            var found: [Position] = []
            try log.scan(
                after: range.lowerBound - 1,
                while: { event in
                    guard event.position < range.upperBound else { return false }
                    if criteria.matchesRest(event) { found.append(event.position) }
                    return true
                })
            return found
        }
    }
}

/// How much a search reads and keeps at a time.
package struct SearchBatch: Hashable, Sendable {
    /// The number of events read.
    package var events: Position = 65_536

    /// The bytes of data and metadata after which no further event is kept.
    package var bytes = 16 << 20

    /// Creates a batch.
    package init(events: Position = 65_536, bytes: Int = 16 << 20) {
        self.events = events
        self.bytes = bytes
    }
}

/// Events that are in memory already.
private struct FoundEvents: EventBatchSource {
    var rest: [RecordedEvent]

    mutating func nextBatch() async throws -> [RecordedEvent] {
        defer { rest = [] }
        return rest
    }
}

extension EventStore {
    /// The position of the last event that was recorded before a time; 0 if there is none.
    fileprivate func position(before time: Instant) async throws -> Position {
        guard time.nanosecondsSince1970 > .min else { return 0 }
        return try await position(at: Instant(nanosecondsSince1970: time.nanosecondsSince1970 - 1, decimals: 9))
    }
}

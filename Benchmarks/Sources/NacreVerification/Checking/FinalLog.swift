package import Nacre

/// The log after all clients are done, with the lookups of a checker.
package struct FinalLog: Sendable {
    /// One event of it.
    package struct Event: Hashable, Sendable {
        package var position: Position
        package var version: StreamVersion

        /// Its attributes; `nil` if its names are not a client's.
        var shape: EventShape?

        /// Its label; `nil` if its data is not a client's.
        package var label: EventLabel?

        /// Whether the store marks it as the last event of its commit.
        var isLastOfCommit: Bool
    }

    /// The place of a complete commit.
    package struct Place: Hashable, Sendable {
        package var first: Position
        package var last: Position

        /// The positions, which are contiguous.
        package var positions: [Position] { Array(first...last) }
    }

    package let events: [Event]

    /// The complete commits by key; the first of duplicates.
    private(set) var places: [CommitKey: Place] = [:]

    // For each position, 0 included, the end of its commit.
    private var ends: [Position] = []
    private let byStream: [Int: [Position]]
    private let byTag: [Int: [Position]]
    private var byFilter: [EventFilter: [Position]] = [:]

    var wholeness = AuditFinding()
    var singleness = AuditFinding()
    var numbering = AuditFinding()

    package init(_ events: [Event]) {
        self.events = events
        var byStream: [Int: [Position]] = [:]
        var byTag: [Int: [Position]] = [:]
        for (index, event) in events.enumerated() {
            numbering.expect(
                event.position == Position(index) + 1, "position \(event.position) comes as number \(index + 1)")
            guard let shape = event.shape else { continue }
            let stream = shape.stream
            byStream[stream, default: []].append(event.position)
            for tag in shape.tags { byTag[tag, default: []].append(event.position) }
            let count = byStream[stream]?.count ?? 0
            numbering.expect(
                event.version == StreamVersion(count),
                "version \(event.version) comes as number \(count) of \(EventShape.streamName(stream)), at position "
                    + "\(event.position)")
        }
        self.byStream = byStream
        self.byTag = byTag
        findCommits()
    }

    private mutating func findCommits() {
        ends = [0] + events.map(\.position)
        var index = 0
        while index < events.count {
            guard let label = events[index].label else {
                index += 1
                continue
            }
            var end = index
            while end + 1 < events.count, let next = events[end + 1].label, next.key == label.key,
                next.index == (events[end].label?.index ?? 0) + 1
            {
                end += 1
            }
            let isWhole = label.index == 0 && end - index + 1 == label.count
            let isOneCommit = (index...end).allSatisfy { events[$0].isLastOfCommit == ($0 == end) }
            wholeness.expect(
                isWhole && isOneCommit,
                "\(label.key.inWords) has \(end - index + 1) of \(label.count) events at position "
                    + "\(events[index].position)\(isWhole ? ", not in one commit" : "")")
            for inside in index...end { ends[inside + 1] = events[end].position }
            if isWhole {
                singleness.expect(
                    places[label.key] == nil, "\(label.key.inWords) is again at position \(events[index].position)")
                if places[label.key] == nil {
                    places[label.key] = Place(first: events[index].position, last: events[end].position)
                }
            }
            index = end + 1
        }
    }

    package var head: Position { Position(events.count) }

    /// The end of a position's commit, `nil` beyond the head: a log can only end there.
    func commitEnd(from position: Position) -> Position? {
        position <= head ? ends[Int(position)] : nil
    }

    /// The positions of a stream's events.
    package func positions(of stream: Int) -> [Position] { byStream[stream] ?? [] }

    /// The version of a stream when the log ended at a position.
    package func version(of stream: Int, at position: Position) -> StreamVersion {
        StreamVersion(positions(of: stream).count(upTo: position))
    }

    /// The positions of the events that a filter selects.
    ///
    /// - Complexity: O(*n*) in the events the first time.
    package mutating func positions(of filter: EventFilter) -> [Position] {
        if case .stream(let stream) = filter { return positions(of: stream) }
        if case .tag(let tag) = filter { return byTag[tag] ?? [] }
        if let known = byFilter[filter] { return known }
        let found = events.filter { $0.shape.map(filter.matches) == true }.map(\.position)
        byFilter[filter] = found
        return found
    }

    /// The event at a position as a read would show it; `nil` if it is not a client's, or beyond the head.
    func seen(at position: Position) -> SeenEvent? {
        guard position > 0, position <= head else { return nil }
        let event = events[Int(position) - 1]
        guard let shape = event.shape, let label = event.label else { return nil }
        return SeenEvent(
            position: event.position, shape: shape, version: event.version, key: label.key, index: label.index)
    }
}

extension FinalLog.Event {
    package init(_ event: RecordedEvent) {
        self.init(
            position: event.position, version: event.version, shape: EventShape(event), label: EventLabel(event.data),
            isLastOfCommit: event.isLastOfCommit)
    }
}

extension CommitKey {
    /// The commit, as findings name it.
    package var inWords: String { "commit \(number) of client \(client)" }
}

extension [Position] {
    /// The number of these ascending positions up to the given one.
    ///
    /// - Complexity: O(log *n*).
    package func count(upTo position: Position) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

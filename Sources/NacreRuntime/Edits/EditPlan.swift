import DomainKit
import Nacre

/// Builds an edited history while the recorded log is read once.
struct EditPlan: Sendable {
    /// What happens to a recorded event.
    enum Change: Hashable, Sendable {
        case remove
        case replace(data: [UInt8])
        case move
    }

    /// An event that is inserted or moved to a place.
    struct Arrival: Sendable {
        var event: RecordedEvent
        let hasTime: Bool
    }

    /// What remains last of the commit being read.
    private enum Remaining {
        case recorded(Position)
        case placed(Int)
    }

    /// The changes of recorded events, in ascending order of their positions.
    private let changes: [(position: Position, change: Change)]

    /// The events that arrive after a position, in the order of the edits.
    private let arrivals: [Position: [Arrival]]

    private let removed: RemovedEvents
    private let arriving: StreamFilter
    private var nextChange = 0
    private var isFirstOfCommit = true
    private var remaining: Remaining?

    /// The recorded versions of the streams of arriving events.
    private var versions: [StreamName: StreamVersion]

    private var pieces: [EditedHistory.Piece] = []
    private var placed: [EditedHistory.Placed] = []
    private var streams = EditedStreams()
    private var lastOfCommits: [Position] = []
    private var count: Position = 0

    /// The position after the last one of the last piece, if that is of recorded events.
    private var continued: Position?

    init(
        changes: [Position: Change], arrivals: [Position: [Arrival]], removed: RemovedEvents
    ) {
        self.changes = changes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        self.arrivals = arrivals
        self.removed = removed
        let names = Set(arrivals.values.joined().map(\.event.stream))
        arriving = StreamFilter(of: names)
        versions = Dictionary(uniqueKeysWithValues: names.map { ($0, 0) })
    }

    /// Reads the next recorded event.
    mutating func read(_ event: EventView) throws {
        let position = event.position
        if position == 1 { arrive(after: 0, of: event, isOwnCommit: true) }
        if isFirstOfCommit { remaining = nil }
        isFirstOfCommit = event.isLastOfCommit
        if arriving.mayContain(event.streamName) {
            let stream = event.stream
            if versions[stream] != nil { versions[stream] = event.version }
        }
        let isKept = try place(event)
        if event.isLastOfCommit, !isKept { endCommit() }
        if !arrivals.isEmpty { arrive(after: position, of: event, isOwnCommit: event.isLastOfCommit) }
    }

    /// The edited history.
    ///
    /// - Parameters:
    ///   - store: The recorded log.
    ///   - head: Its head.
    ///   - now: The time of events that are inserted into an empty log.
    /// - Returns: The edited history.
    mutating func finish(_ store: any EventStore, head: Position, now: Instant) -> EditedHistory {
        if head == 0 {
            for arrival in arrivals[0] ?? [] { add(arrival, after: 0, at: now, recordedAt: now, isOwnCommit: true) }
        }
        for edits in streams.edits {
            for (rank, index) in edits.placed.enumerated() {
                let before = placed[index].recordedBefore
                let left = before - StreamVersion(edits.removed.count(below: before + 1))
                placed[index].event = placed[index].event.copy(version: left + StreamVersion(rank) + 1)
            }
        }
        return EditedHistory(
            store, head: head, pieces: pieces, count: count, placed: placed, streams: streams,
            lastOfCommits: lastOfCommits)
    }

    /// Places a recorded event, unless it is left out.
    ///
    /// - Returns: Whether it is at its place.
    private mutating func place(_ event: EventView) throws -> Bool {
        let position = event.position
        let isRemoved = removed.contains(event)
        var change: Change? = isRemoved ? .remove : nil
        if nextChange < changes.count, changes[nextChange].position == position {
            let given = changes[nextChange].change
            if isRemoved, given != .remove { throw EventStoreError.contradictory(position) }
            change = given
            nextChange += 1
        }
        switch change {
        case nil:
            if continued != position {
                pieces.append(EditedHistory.Piece(start: count + 1, origin: .recorded(position)))
            }
            continued = position + 1
            count += 1
            remaining = .recorded(position)
            return true
        case .remove, .move:
            streams.edit(event.streamName) { $0.removed.append(event.version) }
            return false
        case .replace(let data):
            let recorded = event.recorded()
            streams.edit(event.streamName) { $0.removed.append(event.version) }
            place(
                recorded.copy(data: data), after: position - 1, isReplacement: true,
                recordedBefore: recorded.version - 1)
            remaining = .placed(placed.count - 1)
            return true
        }
    }

    /// Makes the last remaining event of a commit its last one.
    private mutating func endCommit() {
        switch remaining {
        case .recorded(let position): lastOfCommits.append(position)
        case .placed(let index): placed[index].event = placed[index].event.copy(isLastOfCommit: true)
        case nil: break
        }
    }

    private mutating func arrive(after position: Position, of event: EventView, isOwnCommit: Bool) {
        guard let arrivals = arrivals[position] else { return }
        for arrival in arrivals {
            add(arrival, after: position, at: event.time, recordedAt: event.recordedAt, isOwnCommit: isOwnCommit)
        }
    }

    private mutating func add(
        _ arrival: Arrival, after position: Position, at time: Instant, recordedAt: Instant, isOwnCommit: Bool
    ) {
        // `recordedAt` never decreases along a log.
        let event = arrival.event.copy(
            time: arrival.hasTime ? nil : time, recordedAt: recordedAt, isLastOfCommit: isOwnCommit)
        place(event, after: position, isReplacement: false, recordedBefore: versions[event.stream] ?? 0)
        if !isOwnCommit { remaining = .placed(placed.count - 1) }
    }

    private mutating func place(
        _ event: RecordedEvent, after position: Position, isReplacement: Bool, recordedBefore: StreamVersion
    ) {
        pieces.append(EditedHistory.Piece(start: count + 1, origin: .placed(placed.count)))
        let index = placed.count
        streams.edit(event.stream.text.utf8Span.span) { $0.placed.append(index) }
        placed.append(
            EditedHistory.Placed(
                event: event, after: position, isReplacement: isReplacement, recordedBefore: recordedBefore))
        continued = nil
        count += 1
    }
}

extension RecordedEvent {
    /// The event with some of its properties changed.
    fileprivate func copy(
        version: StreamVersion? = nil, time: Instant? = nil, recordedAt: Instant? = nil, data: [UInt8]? = nil,
        isLastOfCommit: Bool? = nil
    ) -> RecordedEvent {
        RecordedEvent(
            position: position, stream: stream, version: version ?? self.version, id: id, type: type, schema: schema,
            time: time ?? self.time, recordedAt: recordedAt ?? self.recordedAt, tags: tags, data: data ?? self.data,
            metadata: metadata, isLastOfCommit: isLastOfCommit ?? self.isLastOfCommit)
    }
}

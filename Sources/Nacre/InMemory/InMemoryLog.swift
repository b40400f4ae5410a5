internal import DomainKit

/// The log of an in-memory store: the events with their indexes.
struct InMemoryLog: Sendable {
    private let storeID: StoreID
    private(set) var events: [RecordedEvent] = []

    // Indexes of events, from 0: positions minus 1.
    private var streams: [StreamName: [Int]] = [:]
    private var ordinals: [EventID: Int] = [:]

    // The fingerprint at each position, starting with that of the empty log.
    private var fingerprints: [UInt64]

    init(storeID: StoreID) {
        self.storeID = storeID
        fingerprints = [Self.fingerprint(storeID.uuid, at: 0, after: 0xCBF2_9CE4_8422_2325)]
    }

    var head: Position { Position(events.count) }

    func version(of stream: StreamName) -> StreamVersion {
        StreamVersion(streams[stream]?.count ?? 0)
    }

    func ordinals(of stream: StreamName) -> [Int] {
        streams[stream] ?? []
    }

    func event(at position: Position) throws(EventStoreError) -> RecordedEvent {
        guard position > 0, position <= head else { throw .noSuchPosition(position, head: head) }
        return events[Int(position) - 1]
    }

    func event(withID id: EventID) -> RecordedEvent? {
        ordinals[id].map { events[$0] }
    }

    func checkpoint(at position: Position) throws(EventStoreError) -> Checkpoint {
        guard position <= head else { throw .noSuchPosition(position, head: head) }
        return Checkpoint(storeID: storeID, position: position, fingerprint: fingerprints[Int(position)])
    }

    /// Writes the events of a commit whose rules hold.
    mutating func write(_ commit: Commit, at now: Instant, makeID: (Instant) -> EventID) -> AppendResult {
        let first = head + 1
        // The clock may go back; `recordedAt` never decreases along the log.
        let recordedAt = max(now, events.last?.recordedAt ?? now)
        for (index, entry) in commit.entries.enumerated() {
            write(
                entry, id: entry.event.id ?? makeID(now), time: entry.event.time ?? now, recordedAt: recordedAt,
                isLastOfCommit: index == commit.entries.count - 1)
        }
        var seen = Set<StreamName>()
        var states: [AppendResult.StreamState] = []
        for entry in commit.entries where seen.insert(entry.stream).inserted {
            states.append(AppendResult.StreamState(stream: entry.stream, version: version(of: entry.stream)))
        }
        return AppendResult(firstPosition: first, lastPosition: head, streams: states)
    }

    private mutating func write(
        _ entry: Commit.Entry, id: EventID, time: Instant, recordedAt: Instant, isLastOfCommit: Bool
    ) {
        let ordinal = events.count
        streams[entry.stream, default: []].append(ordinal)
        ordinals[id] = ordinal
        events.append(
            RecordedEvent(
                position: Position(ordinal) + 1, stream: entry.stream, version: version(of: entry.stream), id: id,
                type: entry.event.type, schema: entry.event.schema, time: time, recordedAt: recordedAt,
                tags: entry.event.tags, data: entry.event.data, metadata: entry.event.metadata,
                isLastOfCommit: isLastOfCommit))
        fingerprints.append(Self.fingerprint(id, at: head, after: fingerprints[ordinal]))
    }

    /// Chains an event to its predecessor's fingerprint with 64-bit FNV-1a.
    private static func fingerprint(_ id: EventID, at position: Position, after previous: UInt64) -> UInt64 {
        // Chained, so that a log of the same events in another order has other fingerprints.
        var hash = previous
        for word in [position, id.high, id.low] {
            for shift in stride(from: 0, to: 64, by: 8) {
                hash = (hash ^ (word >> UInt64(shift) & 0xFF)) &* 0x100_0000_01B3
            }
        }
        return hash
    }
}

/// The next events of a log that is not mapped, fetched into memory.
///
/// Events that a batch does not apply, because of its row limit or an event that cannot be applied, are kept for the
/// next batch and not fetched again.
struct FetchedEvents: MappedLog {
    // PROJ-06: Events from a store without a map are fetched before the batch is applied.

    /// The maximum number of events kept, not counting the rest of the last commit.
    static let maxCount = 16_384

    /// The kept events, in order and without gaps.
    ///
    /// They are whole commits unless the range or the readable part of the log ends within one.
    private var events: [RecordedEvent] = []

    /// The damage found after them.
    private var damage: EventStoreError?

    /// Fetches the events of a range that are not kept already, up to the maximum.
    ///
    /// - Parameters:
    ///   - range: The range. It begins with a kept event or directly after the last one.
    ///   - store: The log.
    /// - Throws: Errors of reading the log. Damage to the log is thrown by the scan, after the events before it.
    mutating func fetch(_ range: BatchRange, from store: any EventStore) async throws {
        let begin = range.state.position
        // Events left over from a batch that was cut are kept, and not fetched again.
        events.removeFirst(events.prefix { $0.position <= begin }.count)
        damage = nil
        var bytes = events.reduce(0) { $0 + $1.keptBytes }
        var last: Position { events.last?.position ?? begin }
        var isEnough: Bool {
            if let end = range.end, last >= end { return true }
            // Batches keep commits whole.
            guard events.last?.isLastOfCommit == true else { return false }
            return events.count >= min(range.size?.events ?? .max, Self.maxCount)
                || bytes >= range.size?.bytes ?? .max
        }
        guard !isEnough else { return }
        do {
            for try await event in store.readLog(.forward(after: last)) {
                let expected = last + 1
                // A gap is damage here as in a mapped log; no checkpoint may pass it.
                guard event.position == expected else {
                    throw EventStoreError(
                        .damaged, "the log has no event at position \(expected): restore it from a backup",
                        position: expected)
                }
                events.append(event)
                bytes += event.keptBytes
                if isEnough { return }
            }
        } catch let error as EventStoreError where error.code == .damaged {
            // Thrown by the scan, after the events before it are applied.
            damage = error
        }
    }

    /// Passes the events to the body, then throws the damage found after them.
    func scan(after position: Position, while body: (EventView) throws -> Bool) throws {
        for event in events where event.position > position {
            guard try body(event.view) else { return }
        }
        if let damage { throw damage }
    }
}

extension RecordedEvent {
    /// The bytes of the event that are kept in memory.
    fileprivate var keptBytes: Int {
        tags.reduce(stream.text.utf8.count + type.text.utf8.count + data.count + metadata.count) {
            $0 + $1.text.utf8.count
        }
    }
}

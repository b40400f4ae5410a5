/// The events of a run of the log, fetched from a store whose events lie elsewhere.
struct FetchedEvents: MappedLog {
    /// How many events are kept at most, but for the rest of the last commit.
    static let greatestCount = 16_384

    /// In order, without gaps; whole commits, unless the run ends within one.
    private let events: [RecordedEvent]

    /// What was met behind them.
    private let damage: EventStoreError?

    /// Fetches the events of a run, or of its beginning, where the run is longer than what is kept.
    ///
    /// - Parameters:
    ///   - range: The run.
    ///   - store: The log.
    /// - Throws: What reading the log throws; damage of the log only when it is scanned, behind what stands before it.
    init(of range: BatchRange, in store: any EventStore) async throws {
        var events: [RecordedEvent] = []
        var damage: EventStoreError?
        var bytes = 0
        let greatest = min(range.size?.events ?? .max, Self.greatestCount)
        let position = range.state.position
        do {
            if range.end.map({ position < $0 }) ?? true {
                for try await event in store.readLog(.forward(after: position)) {
                    let expected = (events.last?.position ?? position) + 1
                    guard event.position == expected else {
                        throw EventStoreError(
                            .damaged, "the log has no event at position \(expected): restore it from a backup",
                            position: expected)
                    }
                    events.append(event)
                    if event.position == range.end { break }
                    bytes += event.data.count + event.metadata.count
                    guard event.isLastOfCommit else { continue }
                    if events.count >= greatest || bytes >= range.size?.bytes ?? .max { break }
                }
            }
        } catch let error as EventStoreError where error.code == .damaged {
            damage = error
        }
        self.events = events
        self.damage = damage
    }

    /// Hands out the events, and throws what was met behind them.
    func scan(after position: Position, while body: (EventView) throws -> Bool) throws {
        for event in events where event.position > position {
            guard try body(event.view) else { return }
        }
        if let damage { throw damage }
    }
}

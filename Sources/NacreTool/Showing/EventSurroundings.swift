package import Nacre

/// An event with what is around it in the log.
struct EventSurroundings: Sendable {
    /// The greatest number of consequences that are kept.
    static let maxConsequences = 20

    let event: RecordedEvent

    /// The positions of its commit.
    let commit: ClosedRange<Position>

    /// The events before and after it in its stream.
    let neighbours: (before: RecordedEvent?, after: RecordedEvent?)

    /// The event whose id is its causation id; `nil` if there is none.
    let cause: RecordedEvent?

    /// The first events whose causation id is its id.
    let consequences: [RecordedEvent]

    /// The number of all these events.
    let consequenceCount: Int

    /// The number of events with its correlation id, itself included; 0 if it has none.
    let correlated: Int

    let proof: EventProof

    /// Reads what is around an event.
    ///
    /// - Throws: `EventStoreError`.
    init(of event: RecordedEvent, in store: any EventStore) async throws {
        self.event = event
        commit = try await store.commit(of: event)
        neighbours = (
            event.version > 1
                ? try await store.read(event.stream, .backward(from: event.version - 1), limit: 1).first() : nil,
            try await store.read(event.stream, .forward(after: event.version), limit: 1).first()
        )
        let context = event.context
        cause = if let id = event.cause { try await store.event(withID: id) } else { nil }
        var (consequences, consequenceCount): ([RecordedEvent], Int) = ([], 0)
        for try await event in store.readLog(matching: Query([.init(causations: event.id.spellings)])) {
            consequenceCount += 1
            if consequences.count < Self.maxConsequences { consequences.append(event) }
        }
        self.consequences = consequences
        self.consequenceCount = consequenceCount
        var correlated = 0
        if let id = context.correlationID {
            for try await _ in store.readLog(matching: .correlations(id)) { correlated += 1 }
        }
        self.correlated = correlated
        proof = try await EventProof(of: event.position, in: store)
    }
}

extension EventStore {
    /// The positions of the commit of an event.
    package func commit(of event: RecordedEvent) async throws -> ClosedRange<Position> {
        var (first, last) = (event.position, event.position)
        if first > 1 {
            for try await earlier in readLog(.backward(from: first - 1)) {
                guard !earlier.isLastOfCommit else { break }
                first = earlier.position
            }
        }
        if !event.isLastOfCommit {
            for try await later in readLog(.forward(after: last)) {
                last = later.position
                if later.isLastOfCommit { break }
            }
        }
        return first...last
    }
}

extension EventSequence {
    /// The first event; `nil` if there is none.
    package func first() async throws -> RecordedEvent? {
        for try await event in self { return event }
        return nil
    }
}

import DomainKit
import Nacre

/// A log with some unreadable events.
struct DamagedLog: EventStore, MappedLog {
    let base: InMemoryEventStore
    let lost: ClosedRange<Position>?
    let fault: FileSubject.Fault?

    /// Called before each append with the time of the last event.
    let appending: @Sendable (Instant) -> Void

    var id: StoreID { base.id }
    var isDurable: Bool { true }

    func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        if let last = try await base.readLog(.backward(), matching: .all, limit: 1).collect().first {
            appending(last.recordedAt)
        }
        var commit = commit
        if fault == .ignoresConditionsOnDamage, lost != nil { commit.conditions = [] }
        return try await base.append(commit, as: author)
    }

    func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        checked(base.read(stream, order, limit: limit))
    }

    func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        checked(base.readLog(order, matching: query, limit: limit))
    }

    @available(*, noasync)
    func scan(after position: Position, while body: (EventView) throws -> Bool) throws {
        try base.scan(after: position) { event in
            if isLost(event.position) {
                if fault == .scansOverDamage { return true }
                throw damage
            }
            return try body(event)
        }
    }

    func subscribe(after position: Position, matching query: Query) -> Subscription {
        let base = base.subscribe(after: position, matching: query)
        return Subscription(after: position) { CheckedSubscription(iterator: base.makeAsyncIterator(), log: self) }
    }

    func event(at position: Position) async throws -> RecordedEvent {
        if isLost(position) { throw damage }
        return try await base.event(at: position)
    }

    func event(withID id: EventID) async throws -> RecordedEvent? {
        guard let event = try await base.event(withID: id) else { return nil }
        if isLost(event.position), fault == .findsNoDamagedIDs { return nil }
        if isLost(event.position) { throw damage }
        return event
    }

    func head() async throws -> Position { try await base.head() }

    func version(of stream: StreamName) async throws -> StreamVersion { try await base.version(of: stream) }

    func checkpoint(at position: Position) async throws -> Checkpoint { try await base.checkpoint(at: position) }

    func close() async {}

    var damage: EventStoreError {
        EventStoreError(.damaged, "it is damaged", position: fault == .namesNoPosition ? nil : lost?.lowerBound)
    }

    func isLost(_ position: Position) -> Bool { fault != .returnsDamage && lost?.contains(position) == true }

    private func checked(_ sequence: EventSequence) -> EventSequence {
        EventSequence { CheckedSource(sequence: sequence, log: self) }
    }
}

/// Returns the events before the damage, then throws the damage.
private struct CheckedSource: EventBatchSource {
    let sequence: EventSequence
    let log: DamagedLog
    private var upcoming: [RecordedEvent]?

    init(sequence: EventSequence, log: DamagedLog) {
        self.sequence = sequence
        self.log = log
    }

    mutating func nextBatch() async throws -> [RecordedEvent] {
        var left = if let upcoming { upcoming } else { try await sequence.collect() }
        if log.fault == .skipsDamage { left.removeAll { log.isLost($0.position) } }
        let whole = Array(left.prefix { !log.isLost($0.position) })
        upcoming = Array(left.dropFirst(whole.count))
        if whole.isEmpty, upcoming?.isEmpty == false {
            guard log.fault == .endsAtDamage else { throw log.damage }
            upcoming = []
        }
        return whole
    }
}

private struct CheckedSubscription: SubscriptionSource {
    var iterator: Subscription.Iterator
    let log: DamagedLog
    private var position: Position = 0

    init(iterator: Subscription.Iterator, log: DamagedLog) {
        self.iterator = iterator
        self.log = log
    }

    mutating func nextBatch() async throws -> SubscriptionBatch {
        switch try await iterator.next() {
        case .event(let event):
            position = event.position
            guard log.isLost(event.position) else {
                return SubscriptionBatch(events: [event], position: position, isAtHead: false)
            }
            guard log.fault == .followsOverDamage else { throw log.damage }
            return SubscriptionBatch(events: [], position: position, isAtHead: false)
        case .caughtUp(let head):
            position = head
            return SubscriptionBatch(events: [], position: head, isAtHead: true)
        case nil: throw EventStoreError(.closed, "it is over")
        }
    }

    // The source itself waits.
    func waitForEvents(after position: Position) async throws {}
}

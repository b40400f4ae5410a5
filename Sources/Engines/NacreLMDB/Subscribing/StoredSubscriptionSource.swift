import Nacre

/// Looks at the log for one subscription, a batch at a time and off the cooperative pool; between batches it holds
/// nothing of the store.
struct StoredSubscriptionSource: SubscriptionSource {
    let store: LMDBEventStore
    let query: Query
    /// Up to where the log was looked at.
    private var position: Position
    /// A read that has not come to its end yet.
    private var reader: LogReader?
    /// Where it is, among those that are measured.
    private let follower: Lags.Follower?
    /// Whether the last look came to the head.
    private var isLive = false

    init(store: LMDBEventStore, query: Query, after position: Position) {
        self.store = store
        self.query = query
        self.position = position
        follower = store.observer.metrics?.lags.follower(after: position)
    }

    mutating func nextBatch() async throws -> SubscriptionBatch {
        var reader = reader ?? LogReader(.forward(after: position), matching: query, limit: nil)
        let events = try await reader.nextAside(store, limit: Subscription.greatestBatch)
        let (position, isAtEnd) = reader.progress ?? (position, false)
        // A read ends where the log ended when it began. If it took more than one batch to get there, the log has gone
        // on: only a look that begins now can tell whether that is the head.
        let isAtHead = isAtEnd && self.reader == nil
        if isLive, !isAtHead { store.observer.log.subscriptionBehind(at: position, upTo: reader.end ?? position) }
        isLive = isAtHead
        follower?.goes(to: position, head: reader.end ?? position)
        self.position = position
        self.reader = isAtEnd ? nil : reader
        return SubscriptionBatch(events: events, position: position, isAtHead: isAtHead)
    }

    func waitForEvents(after position: Position) async throws {
        try await store.head.wait(after: position)
    }
}

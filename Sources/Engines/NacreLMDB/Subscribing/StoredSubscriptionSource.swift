import Nacre

/// Reads the log for one subscription, a batch at a time on the blocking pool.
///
/// Between batches it holds no resources of the store.
struct StoredSubscriptionSource: SubscriptionSource {
    let store: LMDBEventStore
    let query: Query
    /// The last position visited.
    private var position: Position
    /// A read that has not reached its end yet.
    private var reader: LogReader?
    /// The position reported to the metrics.
    private let follower: Lags.Follower?
    /// Whether the last read reached the head.
    private var isLive = false

    init(store: LMDBEventStore, query: Query, after position: Position) {
        self.store = store
        self.query = query
        self.position = position
        follower = store.observer.metrics?.lags.follower(after: position)
    }

    mutating func nextBatch() async throws -> SubscriptionBatch {
        // A subscription is a read that is repeated from the last visited position (READ-11).
        var reader = reader ?? LogReader(.forward(after: position), matching: query, limit: nil)
        let events = try await reader.nextOnPool(store, limit: Subscription.maxBatch)
        let (position, isAtEnd) = reader.progress ?? (position, false)
        // A read ends at the head as of its start. If it took more than one batch, the head has moved on: only a new
        // read can tell whether the subscription has caught up.
        let isAtHead = isAtEnd && self.reader == nil
        if isLive, !isAtHead { store.observer.log.subscriptionBehind(at: position, upTo: reader.end ?? position) }
        isLive = isAtHead
        follower?.moved(to: position, head: reader.end ?? position)
        self.position = position
        self.reader = isAtEnd ? nil : reader
        return SubscriptionBatch(events: events, position: position, isAtHead: isAtHead)
    }

    func waitForEvents(after position: Position) async throws {
        try await store.head.wait(after: position)
    }
}

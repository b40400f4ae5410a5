internal import Nacre
internal import NacreLMDB

/// Reads the local store for one subscription, and tells the head only when the replica has reached the log's tail.
struct ReplicatedSubscriptionSource: SubscriptionSource {
    private let store: ReplicatedEventStore
    private var source: any SubscriptionSource
    private let start: Position
    /// Whether the replica has reached a tail that was asked for after the start.
    private var hasReachedTail = false

    init(store: ReplicatedEventStore, query: Query, after position: Position) {
        self.store = store
        start = position
        source = store.replica.subscriptionSource(after: position, matching: query)
    }

    mutating func nextBatch() async throws -> SubscriptionBatch {
        // A position that another node has told may be ahead of this replica.
        if !hasReachedTail, start > 0, try await store.replica.head() < start { try await reachTail() }
        let batch = try await source.nextBatch()
        guard batch.isAtHead, !hasReachedTail else { return batch }
        try await reachTail()
        guard batch.events.isEmpty else {
            return SubscriptionBatch(events: batch.events, position: batch.position, isAtHead: false)
        }
        return try await source.nextBatch()
    }

    /// Waits for as long as it takes: a subscription outlives a log that cannot be reached for a while.
    private mutating func reachTail() async throws {
        while !hasReachedTail {
            do {
                let tail = try await store.connection.tail()
                try await store.connection.wait(for: .applied(tail), limit: nil)
                hasReachedTail = true
            } catch let error as EventStoreError where error.code == .unreachable {
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    func waitForEvents(after position: Position) async throws {
        // A node that stops must not leave its subscriptions waiting for what will not come.
        try await withThrowingTaskGroup(of: Void.self) { [source, store] group in
            group.addTask { try await source.waitForEvents(after: position) }
            group.addTask { try await store.connection.wait(for: .ended, limit: nil) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

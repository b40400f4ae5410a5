/// Reads the log of an in-memory store for a subscription.
struct InMemorySubscriptionSource: SubscriptionSource {
    let store: InMemoryEventStore
    let query: Query
    /// The position that the log has been read up to.
    var position: Position

    mutating func nextBatch() async throws -> SubscriptionBatch {
        try query.validate()
        let batch = try store.withLog { log throws(EventStoreError) in
            guard position <= log.head else { throw .noSuchPosition(position, head: log.head) }
            let next = log.events[Int(position)...].prefix(Subscription.maxBatch)
            let last = position + Position(next.count)
            return SubscriptionBatch(
                events: next.filter(query.matches), position: last, isAtHead: last == log.head)
        }
        position = batch.position
        return batch
    }

    func waitForEvents(after position: Position) async throws {
        try await store.head.wait(after: position)
    }
}

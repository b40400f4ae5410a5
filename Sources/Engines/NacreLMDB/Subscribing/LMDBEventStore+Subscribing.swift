public import Nacre

extension LMDBEventStore {
    /// A catch-up subscription: existing events, a caught-up marker, then new events from any process.
    ///
    /// Events that this store appends arrive at once, another process's commits within 50 ms. Events are read off the
    /// cooperative pool, in short transactions; none is open while the consumer works.
    public func subscribe(after position: Position, matching query: Query) -> Subscription {
        Subscription(after: position) { [self] in
            StoredSubscriptionSource(store: self, query: query, after: position)
        }
    }
}

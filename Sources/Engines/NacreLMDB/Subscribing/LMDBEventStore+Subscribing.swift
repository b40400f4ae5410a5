public import Nacre

extension LMDBEventStore {
    /// Follows the log: what is there, a marker, then what comes, from whichever process.
    ///
    /// What this store appends arrives at once, another process's commits within 50 ms. Events are read off the
    /// cooperative pool, in short transactions of which none is held while the consumer works.
    public func subscribe(after position: Position, matching query: Query) -> Subscription {
        Subscription(after: position) { [self] in
            StoredSubscriptionSource(store: self, query: query, after: position)
        }
    }
}

extension EventStore {
    /// Follows the whole log.
    ///
    /// - Parameter position: Behind which position it begins; 0 begins with the first event.
    /// - Returns: What ``subscribe(after:matching:)`` returns.
    public func subscribe(after position: Position = 0) -> Subscription {
        subscribe(after: position, matching: .all)
    }

    /// Follows the log from its first event on.
    ///
    /// - Parameter query: Which events.
    /// - Returns: What ``subscribe(after:matching:)`` returns.
    public func subscribe(matching query: Query) -> Subscription {
        subscribe(after: 0, matching: query)
    }
}

extension EventStore {
    /// Subscribes to the whole log.
    ///
    /// - Parameter position: The subscription starts after this position; 0 starts with the first event.
    /// - Returns: The result of ``subscribe(after:matching:)``.
    public func subscribe(after position: Position = 0) -> Subscription {
        subscribe(after: position, matching: .all)
    }

    /// Subscribes to the log from its first event.
    ///
    /// - Parameter query: The events to select.
    /// - Returns: The result of ``subscribe(after:matching:)``.
    public func subscribe(matching query: Query) -> Subscription {
        subscribe(after: 0, matching: query)
    }
}

import DomainKit

extension EventCodec {
    /// Encodes decided events with the task's context, and with its ids of events if it has any.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - now: The time at which they happened.
    ///   - count: How many events of the same commit come before them.
    /// - Returns: The events to append.
    /// - Throws: ``EventStoreError`` if the context cannot be added to the metadata that the codec provides; errors
    ///   of the codec.
    func data(of events: [Event], at now: Instant, behind count: Int = 0) throws -> [EventData] {
        // Read once: all events of a decision have one context and one time.
        let context = EventContext.current
        let ids = EventIDs.current
        return try events.enumerated().map { ordinal, event in
            var data = try encode(event)
            data.time = now
            if let ids { data.id = ids[count + ordinal] }
            try data.add(context)
            return data
        }
    }
}

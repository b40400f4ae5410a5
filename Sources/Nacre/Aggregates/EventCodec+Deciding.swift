import DomainKit

extension EventCodec {
    /// Encodes decided events with the task's context.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - now: The time at which they happened.
    /// - Returns: The events to append.
    /// - Throws: ``EventStoreError`` if the context cannot be added to the metadata that the codec provides; errors
    ///   of the codec.
    func data(of events: [Event], at now: Instant) throws -> [EventData] {
        // Read once: all events of a decision have one context and one time.
        let context = EventContext.current
        return try events.map { event in
            var data = try encode(event)
            data.time = now
            try data.add(context)
            return data
        }
    }
}

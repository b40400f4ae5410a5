import DomainKit

extension EventCodec {
    /// Writes down what was decided, in the context of the task.
    ///
    /// - Parameters:
    ///   - events: What has happened, in order.
    ///   - now: When it happened.
    /// - Returns: The events as they are to be appended.
    /// - Throws: ``EventStoreError`` where the codec gives metadata that the context cannot be put into; what the codec
    ///   throws.
    func data(of events: [Event], at now: Instant) throws -> [EventData] {
        let context = EventContext.current
        return try events.map { event in
            var data = try encode(event)
            data.time = now
            try data.add(context)
            return data
        }
    }
}

extension Subscription {
    /// Walks along a log, and waits at its head.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private enum Phase {
            case catchingUp
            /// At the head, of which the consumer does not know yet.
            case arriving
            /// Where the last look came to the head; the look that follows waits.
            case live
            case over
        }

        private var source: any SubscriptionSource
        private var phase = Phase.catchingUp
        private var events: [RecordedEvent] = []
        private var index = 0
        /// Up to where the log was looked at.
        private var position: Position

        init(source: any SubscriptionSource, after position: Position) {
            self.source = source
            self.position = position
        }

        /// The next message, waiting for it at the head of the log.
        ///
        /// - Returns: The message; `nil` only after an error was thrown.
        /// - Throws: `CancellationError` where the task is cancelled; ``EventStoreError`` where the store is closed, the
        ///   events cannot be read, or the position or the query is none.
        public mutating func next() async throws -> SubscriptionMessage? {
            try await next(isolation: #isolation)
        }

        /// The next message, waiting for it at the head of the log.
        ///
        /// Without it, a loop would call what the standard library has for iterators that do not know it, and that
        /// copies the iterator for every message.
        ///
        /// - Parameter actor: The actor on which it runs, where there is one.
        /// - Returns: The message; `nil` only after an error was thrown.
        /// - Throws: As ``next()``.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> SubscriptionMessage? {
            guard phase != .over else { return nil }
            do {
                return try await nextMessage()
            } catch {
                phase = .over
                events = []
                index = 0
                throw (error as? EventStoreError)?.endingSubscription(after: position) ?? error
            }
        }

        private mutating func nextMessage() async throws -> SubscriptionMessage {
            while true {
                try Task.checkCancellation()
                if index < events.count {
                    defer { index += 1 }
                    return .event(events[index])
                }
                // What was handed out is let go before a wait that may be long.
                events = []
                index = 0
                switch phase {
                case .arriving:
                    phase = .live
                    return .caughtUp(position)
                case .live:
                    try await source.waitForEvents(after: position)
                case .catchingUp, .over:
                    break
                }
                take(try await source.nextBatch())
            }
        }

        private mutating func take(_ batch: SubscriptionBatch) {
            events = batch.events
            position = batch.position
            if !batch.isAtHead {
                phase = .catchingUp
            } else if phase != .live {
                phase = .arriving
            }
        }
    }
}

extension EventStoreError {
    /// The error as a subscription ends with it, all up to a position having been handed out.
    fileprivate func endingSubscription(after position: Position) -> EventStoreError {
        guard code == .closed else { return self }
        return EventStoreError(
            .closed,
            "the store is closed, which ends its subscriptions: open it again and subscribe after position \(position)",
            position: position)
    }
}

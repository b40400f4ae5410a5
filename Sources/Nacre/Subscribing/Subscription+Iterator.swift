extension Subscription {
    /// Iterates over a log, and waits at its head.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        // READ-11: A subscription is a read that waits at the end of the log.

        private enum Phase {
            case catchingUp
            /// At the head; the caught-up marker is still to be delivered.
            case arriving
            /// The last batch reached the head; wait before reading the next one.
            case live
            case over
        }

        private var source: any SubscriptionSource
        private var phase = Phase.catchingUp
        private var events: [RecordedEvent] = []
        private var index = 0
        /// The position that the log has been read up to.
        private var position: Position

        init(source: any SubscriptionSource, after position: Position) {
            self.source = source
            self.position = position
        }

        /// The next message.
        ///
        /// At the head of the log it waits for one.
        ///
        /// - Returns: The message; `nil` only after an error was thrown.
        /// - Throws: `CancellationError` if the task is cancelled; ``EventStoreError`` if the store is closed, the
        ///   events cannot be read, or the position or the query is invalid.
        public mutating func next() async throws -> SubscriptionMessage? {
            try await next(isolation: #isolation)
        }

        /// The next message.
        ///
        /// At the head of the log it waits for one.
        ///
        /// Implemented to avoid the standard library's default, which copies the iterator for every message.
        ///
        /// - Parameter actor: The actor to run on, if any.
        /// - Returns: The message; `nil` only after an error was thrown.
        /// - Throws: Errors of ``next()``.
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
                // Release delivered events before a wait that may be long.
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
    /// The error that ends a subscription which has delivered everything up to a position.
    fileprivate func endingSubscription(after position: Position) -> EventStoreError {
        guard code == .closed else { return self }
        return EventStoreError(
            .closed,
            "the store is closed, which ends its subscriptions: open it again and subscribe after position \(position)",
            position: position)
    }
}

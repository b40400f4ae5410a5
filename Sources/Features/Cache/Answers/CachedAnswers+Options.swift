public import DomainKit

extension CachedAnswers {
    /// How cache and server work together.
    public struct Options: Sendable {
        /// The account whose session is used; `nil` without one, and then nothing is kept.
        public var account: @Sendable () async throws -> String?

        /// Whether an error says that the server cannot be reached.
        public var isUnreachable: @Sendable (any Error) -> Bool

        /// How long a query waits for the server if the cache has an answer.
        public var patience: Duration

        /// The pause between two attempts to follow the changes of a server that cannot be reached.
        public var reconnectPause: Duration

        /// Called with the time of each answer that a fetch takes from the cache.
        public var notesKept: @Sendable (_ fetchedAt: Instant) -> Void = { _ in }

        /// The clock for the ages of answers.
        public var time: any TimeSource

        /// The clock for waiting.
        public var clock: any Clock<Duration>

        /// Creates options.
        ///
        /// - Parameters:
        ///   - account: The account whose session is used; `nil` without one.
        ///   - isUnreachable: Whether an error says that the server cannot be reached.
        ///   - patience: How long a query waits for the server if the cache has an answer.
        ///   - reconnectPause: The pause between two attempts to follow the changes of an unreachable server.
        ///   - time: The clock for the ages of answers.
        ///   - clock: The clock for waiting.
        public init(
            account: @escaping @Sendable () async throws -> String?,
            isUnreachable: @escaping @Sendable (any Error) -> Bool, patience: Duration = .seconds(1),
            reconnectPause: Duration = .seconds(2), time: any TimeSource = SystemTimeSource(),
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.account = account
            self.isUnreachable = isUnreachable
            self.patience = patience
            self.reconnectPause = reconnectPause
            self.time = time
            self.clock = clock
        }
    }
}

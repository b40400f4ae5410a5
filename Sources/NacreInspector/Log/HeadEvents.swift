import Nacre

/// The head of a log as server-sent events: once at the beginning, and whenever it has moved.
///
/// It carries positions alone, so that one stream serves all tabs of a browser, whatever they show.
public struct HeadEvents: AsyncSequence, Sendable {
    // INSP-03: One stream of head positions serves all tabs, and each tab fetches its own rows.

    private let store: any EventStore

    /// How often the head is read.
    private let interval: Duration

    /// How long the stream is silent at most.
    private let heartbeat: Duration

    init(of store: any EventStore, interval: Duration = .milliseconds(250), heartbeat: Duration = .seconds(15)) {
        self.store = store
        self.interval = interval
        self.heartbeat = heartbeat
    }

    /// Begins to follow the head.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(store: store, interval: interval, heartbeat: heartbeat)
    }

    /// Reads the head again and again.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let store: any EventStore
        let interval: Duration
        let heartbeat: Duration
        private var head: Position?

        init(store: any EventStore, interval: Duration, heartbeat: Duration) {
            self.store = store
            self.interval = interval
            self.heartbeat = heartbeat
        }

        /// The text of the next event, or of a comment that keeps the connection open.
        ///
        /// - Throws: `EventStoreError` if the head cannot be read; `CancellationError`.
        public mutating func next() async throws -> String? {
            var silence = Duration.zero
            while true {
                let current = try await store.head()
                if current != head {
                    defer { head = current }
                    return (head == nil ? "retry: 1000\n" : "") + "data: \(current)\n\n"
                }
                guard silence < heartbeat else { return ": \n\n" }
                try await Task.sleep(for: interval)
                silence += interval
            }
        }
    }
}

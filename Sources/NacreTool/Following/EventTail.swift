import Nacre

/// Writes the end of a log, and what is appended to it.
struct EventTail: Sendable {
    /// Where it begins.
    enum Beginning: Hashable {
        /// Behind a position.
        case after(Position)

        /// With so many of the events that match.
        case last(Int)
    }

    /// Where it begins.
    let beginning: Beginning

    /// Which events.
    let query: Query

    /// How they are written.
    let format: OutputFormat

    /// Writes events until the task is cancelled.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - console: Where they are written.
    /// - Throws: What the subscription throws, but for `CancellationError`; ``FileError`` where writing fails.
    func follow(_ store: any EventStore, on console: Console) async throws {
        var listing = Listing<RecordedEvent>(format, to: console.output)
        do {
            try await write(store.subscribe(after: start(in: store), matching: query), to: &listing, console)
        } catch is CancellationError {
            // That is how it is asked to end.
        }
        try listing.finish()
        try console.output.flush()
    }

    private func write(
        _ subscription: Subscription, to listing: inout Listing<RecordedEvent>, _ console: Console
    ) async throws {
        var isLive = false
        for try await message in subscription {
            switch message {
            case .event(let event):
                try listing.write(event)
                // What is there can be much, and is written a buffer at a time; what comes is awaited.
                if isLive { try console.output.flush() }
            case .caughtUp(let position):
                try console.output.flush()
                if !isLive, console.diagnostics.terminal.isTerminal {
                    console.diagnostics.notice("at position \(position), waiting for more (Ctrl-C ends)")
                }
                isLive = true
            }
        }
    }

    /// The position behind which the subscription begins.
    private func start(in store: any EventStore) async throws -> Position {
        switch beginning {
        case .after(let position): return position
        case .last(let count):
            var start = try await store.head()
            for try await event in store.readLog(.backward(from: start), matching: query, limit: count) {
                start = event.position - 1
            }
            return start
        }
    }
}

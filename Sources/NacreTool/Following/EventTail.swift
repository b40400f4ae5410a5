import Nacre

/// Prints the last events of a log, and then the appended ones.
struct EventTail: Sendable {
    /// The place where the output begins.
    enum Beginning: Hashable {
        /// After a position.
        case after(Position)

        /// With the last events that match, at most this many.
        case last(Int)
    }

    /// The place where the output begins.
    let beginning: Beginning

    /// The properties of the events; its stream and positions are not used.
    let criteria: EventCriteria

    /// The output format.
    let format: OutputFormat

    /// The program's name, for messages.
    let tool: String

    /// The indices of the table's columns; `nil` for the usual ones.
    var columns: [Int]?

    /// Writes events until the task is cancelled.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - console: The console that they are written to.
    /// - Throws: The subscription's errors except `CancellationError`; ``FileError`` if writing fails.
    func follow(_ store: any EventStore, on console: Console) async throws {
        var listing = Listing<RecordedEvent>(format, columns: columns, to: console.output)
        do {
            try await write(store.subscribe(after: start(in: store), matching: criteria.query), to: &listing, console)
        } catch is CancellationError {
            // Cancellation is the regular end.
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
                guard criteria.matchesRest(event.view) else { continue }
                try listing.write(event)
                // Existing events can be many and are written a buffer at a time; new ones are flushed at once.
                if isLive { try console.output.flush() }
            case .caughtUp(let position):
                try console.output.flush()
                if !isLive, console.diagnostics.terminal.isTerminal {
                    console.diagnostics.notice("at position \(position), waiting for new events (Ctrl-C ends)")
                }
                isLive = true
            }
        }
    }

    /// The position after which the subscription begins.
    private func start(in store: any EventStore) async throws -> Position {
        switch beginning {
        case .after(let position): return position
        case .last(let count):
            var start = try await store.head()
            let selection = EventSelection(isBackward: true, limit: count, with: criteria)
            try await selection.forEach(in: store, tool: tool) { start = $0.position - 1 }
            return start
        }
    }
}

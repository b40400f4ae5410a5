import Nacre
import Synchronization

/// The clients of one process, at work at the same time on one store.
struct ConsistencyRun: Sendable {
    let plan: ConsistencyPlan

    /// The numbers of the clients.
    let clients: Range<Int>

    /// Has all clients make their calls.
    ///
    /// - Parameters:
    ///   - target: What they call.
    ///   - note: Takes every call of theirs.
    /// - Throws: What `note` throws.
    func run(on target: any ConsistencyTarget, note: @escaping @Sendable (HistoryEntry) throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in clients {
                group.addTask { try await ConsistencyClient(number, plan, on: target, note: note).run() }
            }
            try await group.waitForAll()
        }
    }

    /// Has all clients make their calls, and keeps what they noted.
    ///
    /// - Parameter target: What they call.
    /// - Returns: Their histories.
    /// - Throws: Nothing but `CancellationError`.
    func histories(on target: any ConsistencyTarget) async throws -> [HistoryEntry] {
        let entries = Mutex<[HistoryEntry]>([])
        try await run(on: target) { entry in entries.withLock { $0.append(entry) } }
        return entries.withLock { $0 }
    }
}

extension FinalLog {
    /// Reads the whole log of a store.
    ///
    /// - Throws: Where it cannot be read.
    init(of store: any EventStore) async throws {
        var events: [Event] = []
        for try await event in store.readLog() { events.append(Event(event)) }
        self.init(events)
    }
}

package import Nacre
import Synchronization

/// The clients of one process that work concurrently on one store.
struct ConsistencyRun: Sendable {
    let plan: ConsistencyPlan
    let clients: Range<Int>

    /// Runs the calls of all clients.
    func run(on target: any ConsistencyTarget, note: @escaping @Sendable (HistoryEntry) throws -> Void)
        async throws
    {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in clients {
                group.addTask { try await ConsistencyClient(number, plan, on: target, note: note).run() }
            }
            try await group.waitForAll()
        }
    }

    /// Runs the calls of all clients, and collects their entries.
    func histories(on target: any ConsistencyTarget) async throws -> [HistoryEntry] {
        let entries = Mutex<[HistoryEntry]>([])
        try await run(on: target) { entry in entries.withLock { $0.append(entry) } }
        return entries.withLock { $0 }
    }
}

extension FinalLog {
    /// Reads the whole log of a store, with wrong numbers if the store is made to break its numbering.
    package init(of store: any EventStore, breaking: StoreBreak? = nil) async throws {
        var events: [Event] = []
        for try await event in store.readLog() { events.append(Event(breaking?.shown(event) ?? event)) }
        self.init(events)
    }
}

import Nacre
import Synchronization

/// A process manager that records the decisions of another one.
final class WatchedManager: ProcessManager {
    /// The reaction to an event that a process manager received; no commit if it does not react.
    struct Reaction {
        let commit: Commit?
    }

    private let manager: any ProcessManager
    private let decided = Mutex<[Position: Reaction]>([:])

    init(_ manager: any ProcessManager) {
        self.manager = manager
    }

    var name: String { manager.name }

    var query: Query { manager.query }

    func react(to event: RecordedEvent) async throws -> Commit? {
        let commit = try await manager.react(to: event)
        // Of several attempts, the last one counts.
        decided.withLock { $0[event.position] = Reaction(commit: commit) }
        return commit
    }

    /// The reactions to events, in order; none for those that the process manager did not receive.
    func reactions(to positions: [Position]) -> [Reaction] {
        decided.withLock { decided in positions.sorted().compactMap { decided[$0] } }
    }
}

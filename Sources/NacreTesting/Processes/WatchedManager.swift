import Nacre
import Synchronization

/// A process manager that takes down what another one decides.
final class WatchedManager: ProcessManager {
    /// What follows from an event that a process manager was shown; no commit where nothing does.
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
        // Of several attempts the last one counts.
        decided.withLock { $0[event.position] = Reaction(commit: commit) }
        return commit
    }

    /// What was decided on events, in their order; nothing for those that the process manager was not shown.
    func reactions(to positions: [Position]) -> [Reaction] {
        decided.withLock { decided in positions.sorted().compactMap { decided[$0] } }
    }
}

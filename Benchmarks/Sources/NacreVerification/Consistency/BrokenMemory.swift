import Nacre
import Synchronization

/// The state of a broken store.
final class BrokenMemory: Sendable {
    private struct State: Sendable {
        var chances = 0
        var heads: [Position] = []
        var acknowledged: Position = 0
        var held: [Commit] = []
    }

    private let state = Mutex(State())

    /// Whether the rule is broken this time.
    func breaks() -> Bool {
        state.withLock { state in
            state.chances += 1
            return state.chances.isMultiple(of: 3)
        }
    }

    /// An outdated head.
    func staleHead(_ head: Position) -> Position {
        state.withLock { state in
            state.heads.append(head)
            return state.heads[state.heads.count / 2]
        }
    }

    /// The acknowledged end of the log: the end of a commit.
    var acknowledged: Position { state.withLock(\.acknowledged) }

    /// Records, before the answer is returned, that the log is acknowledged up to a position.
    func acknowledge(_ position: Position) {
        state.withLock { $0.acknowledged = max($0.acknowledged, position) }
    }

    /// Keeps a commit that was acknowledged but not written.
    func hold(_ commit: Commit) {
        state.withLock { $0.held.append(commit) }
    }

    /// Removes and returns the kept commits, to be written.
    func takeHeld() -> [Commit] {
        state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
    }
}

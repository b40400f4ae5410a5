import Nacre
import Synchronization

/// What a broken store remembers.
final class BrokenMemory: Sendable {
    private struct State: Sendable {
        var chances = 0
        var heads: [Position] = []
        var acknowledged: Position = 0
        var held: [Commit] = []
    }

    private let state = Mutex(State())

    /// Whether this is one of the times that count.
    func breaks() -> Bool {
        state.withLock { state in
            state.chances += 1
            return state.chances.isMultiple(of: 3)
        }
    }

    /// A head of some time ago.
    func staleHead(_ head: Position) -> Position {
        state.withLock { state in
            state.heads.append(head)
            return state.heads[state.heads.count / 2]
        }
    }

    /// How far the log has come by what was acknowledged: the end of a commit.
    var acknowledged: Position { state.withLock(\.acknowledged) }

    /// Notes, before anybody is told, that the log is acknowledged up to a position.
    func acknowledge(_ position: Position) {
        state.withLock { $0.acknowledged = max($0.acknowledged, position) }
    }

    /// Keeps a commit that was answered and is not written.
    func hold(_ commit: Commit) {
        state.withLock { $0.held.append(commit) }
    }

    /// Gives back what is kept, to whoever writes it.
    func takeHeld() -> [Commit] {
        state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
    }
}

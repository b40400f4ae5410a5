import Nacre
import Synchronization

/// The position of the projections, and the callers that wait for it.
final class ProjectionBacklog: Sendable {
    private struct State {
        var projected: Position = 0
        var isOver = false
        var waiting: [(position: Position, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// Records that all projections have reached a position.
    func advance(to position: Position) {
        update { $0.projected = max($0.projected, position) }
    }

    /// Resumes all waiting callers: projections have stopped.
    func end() {
        update { $0.isOver = true }
    }

    /// Waits until all projections have reached a position, or have stopped.
    func wait(for position: Position) async {
        if state.withLock({ $0.isOver || $0.projected >= position }) { return }
        await withCheckedContinuation { continuation in
            let exists = state.withLock { state in
                if state.isOver || state.projected >= position { return true }
                state.waiting.append((position, continuation))
                return false
            }
            if exists { continuation.resume() }
        }
    }

    private func update(_ body: (inout State) -> Void) {
        let ready = state.withLock { state in
            body(&state)
            let ready = state.waiting.filter { state.isOver || $0.position <= state.projected }
            state.waiting.removeAll { state.isOver || $0.position <= state.projected }
            return ready
        }
        for (_, continuation) in ready { continuation.resume() }
    }
}

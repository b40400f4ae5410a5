import Synchronization

/// Ends a process before one of its writes: that call fails, and so does every later one until a new process begins.
final class Interruption: Sendable {
    struct Ended: Error {}

    private struct State {
        var remaining: Int?
        var isOver = false
    }

    private let state = Mutex(State())

    /// Lets some writes succeed, and ends the process before the next one.
    func end(after writes: Int) {
        state.withLock { $0 = State(remaining: writes) }
    }

    /// Begins a new process, which is not interrupted.
    ///
    /// - Returns: Whether the former one was interrupted.
    func restart() -> Bool {
        state.withLock { state in
            defer { state = State() }
            return state.isOver
        }
    }

    /// Called before every write.
    func write() throws {
        try state.withLock { state in
            if state.remaining == 0 { state.isOver = true }
            if state.isOver { throw Ended() }
            state.remaining = state.remaining.map { $0 - 1 }
        }
    }

    /// Called before every read.
    func read() throws {
        if state.withLock({ $0.isOver }) { throw Ended() }
    }
}

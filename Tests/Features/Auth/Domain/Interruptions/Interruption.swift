import Synchronization

/// Ends a process before one of its writes, or lets something else happen before one of its calls.
///
/// Once a process has ended, that call fails, and so does every later one until a new process begins.
final class Interruption: Sendable {
    struct Ended: Error {}

    private struct State {
        var remaining: Int?
        var isOver = false
        var calls = 0
        var writes = 0
        var pause: (call: Int, action: @Sendable () async throws -> Void)?
    }

    private let state = Mutex(State())

    /// Lets some writes succeed, and ends the process before the next one.
    func end(after writes: Int) {
        state.withLock { $0 = State(remaining: writes) }
    }

    /// Lets some calls go through, and does something else before the next one.
    func pause(after calls: Int, for action: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0 = State(pause: (calls, action)) }
    }

    /// How many writes there were since the last process began.
    var writes: Int { state.withLock { $0.writes } }

    /// Begins a new process, which is not interrupted.
    ///
    /// - Returns: Whether the former one was interrupted, or paused.
    @discardableResult
    func restart() -> Bool {
        state.withLock { state in
            defer { state = State() }
            return state.isOver
        }
    }

    /// Called before every write.
    func write() async throws {
        try state.withLock { state in
            if state.remaining == 0 { state.isOver = true }
            if state.isOver && state.pause == nil { throw Ended() }
            state.remaining = state.remaining.map { $0 - 1 }
            state.writes += 1
        }
        try await pauseIfDue()
    }

    /// Called before every read.
    func read() async throws {
        try state.withLock { if $0.isOver && $0.pause == nil { throw Ended() } }
        try await pauseIfDue()
    }

    private func pauseIfDue() async throws {
        let action = state.withLock { state -> (@Sendable () async throws -> Void)? in
            guard let pause = state.pause else { return nil }
            defer { state.calls += 1 }
            guard state.calls == pause.call else { return nil }
            state.isOver = true
            return pause.action
        }
        try await action?()
    }
}

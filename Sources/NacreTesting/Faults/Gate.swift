internal import Dispatch
internal import DomainKit

/// Where a call to a store waits for as long as a test wants it to: a store that is slow, without sleeping.
///
/// ```swift
/// let gate = store.holdAppend(to: "order-42")
/// async let shipping: Void = orders.ship("42")
/// try await gate.reached()          // the append is on its way, and has not been answered
/// …
/// gate.open()
/// try await shipping
/// ```
public final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var arrivals = 0
    }

    private let state = Awaited(State())

    init() {}

    /// Waits until the call stands at the gate.
    ///
    /// - Throws: `CancellationError` where the task is cancelled before.
    public func reached() async throws {
        try await state.wait { $0.arrivals > 0 }
    }

    /// Lets the call go on; one that has not come yet will not wait.
    public func open() {
        state.change { $0.isOpen = true }
    }

    /// Waits until the gate is open.
    ///
    /// - Throws: `CancellationError` where the task is cancelled before: the call is withdrawn.
    func pass() async throws {
        state.change { $0.arrivals += 1 }
        try await state.wait { $0.isOpen }
    }

    /// Has the thread wait until the gate is open, for calls that block theirs.
    @available(*, noasync)
    func block() {
        let passed = DispatchSemaphore(value: 0)
        Task {
            // Nobody cancels this task, and nothing else ends the wait.
            _ = try? await pass()
            passed.signal()
        }
        passed.wait()
    }
}

internal import Dispatch
internal import DomainKit

/// A gate at which a call to a store waits until the test opens it; it simulates a slow store without sleeping.
///
/// ```swift
/// let gate = store.holdAppend()
/// async let shipping = orders.execute(.ship, on: "42")
///
/// // The command has decided, and its append has begun. Another caller appends first.
/// try await gate.reached()
/// try await store.append(theirs)
/// gate.open()
/// _ = try await shipping
/// ```
public final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var arrivals = 0
    }

    private let state = WaitableValue(State())

    init() {}

    /// Waits until the call has reached the gate.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before.
    public func reached() async throws {
        try await state.wait { $0.arrivals > 0 }
    }

    /// Lets the call continue; a call that arrives later does not wait.
    public func open() {
        state.change { $0.isOpen = true }
    }

    /// Waits until the gate is open.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before: the call is withdrawn.
    func pass() async throws {
        state.change { $0.arrivals += 1 }
        try await state.wait { $0.isOpen }
    }

    /// Blocks the thread until the gate is open, for calls that block.
    @available(*, noasync)
    func block() {
        let passed = DispatchSemaphore(value: 0)
        Task {
            // This task is never cancelled, and nothing else ends the wait.
            _ = try? await pass()
            passed.signal()
        }
        passed.wait()
    }
}

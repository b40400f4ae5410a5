import DomainKit

/// A gate at which calls wait while it is closed: a delay that ends when the test says so.
public final class Gate: Sendable {
    private struct State {
        var isOpen = true
        var waiting = 0
    }

    private let state = WaitableValue(State())

    /// Creates an open gate.
    public init() {}

    /// Lets no call pass.
    public func close() {
        state.change { $0.isOpen = false }
    }

    /// Lets all calls pass.
    public func open() {
        state.change { $0.isOpen = true }
    }

    /// Waits until a number of calls wait.
    ///
    /// - Parameter count: The number.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func waits(for count: Int = 1) async throws {
        try await state.wait { $0.waiting >= count }
    }

    /// Waits until no call waits any more.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func isLeft() async throws {
        try await state.wait { $0.waiting == 0 }
    }

    /// Passes the gate as soon as it is open.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func pass() async throws {
        state.change { $0.waiting += 1 }
        defer { state.change { $0.waiting -= 1 } }
        try await state.wait { $0.isOpen }
    }
}

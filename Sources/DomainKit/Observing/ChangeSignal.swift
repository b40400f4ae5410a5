/// A change feed for a value in memory.
///
/// Threading: may be shared. Only ``waitForChange(after:)`` waits.
public final class ChangeSignal: ChangeFeed {
    private let changes = WaitableValue(UInt64(0))

    /// Creates a signal with no changes.
    public init() {}

    /// The number of waiters.
    public var waiting: Int { changes.waiting }

    /// Signals a change that queries beginning now will see.
    public func changed() {
        changes.change { $0 += 1 }
    }

    /// The number of changes so far.
    ///
    /// - Returns: The number.
    public func mark() -> UInt64 { changes.value }

    /// Waits for a change after a mark.
    ///
    /// Returns at once if there has been one.
    ///
    /// - Parameter mark: The mark up to which changes were seen.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func waitForChange(after mark: UInt64) async throws {
        try await changes.wait { $0 > mark }
    }
}

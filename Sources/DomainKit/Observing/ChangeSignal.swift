/// The changes of something in memory: whoever changes it says so, and whoever waits goes on.
///
/// Threading: may be shared; no member waits for another but ``waitForChange(after:)``.
public final class ChangeSignal: ChangeFeed {
    private let changes = Awaited(UInt64(0))

    /// Creates a signal of something that has not changed yet.
    public init() {}

    /// How many wait.
    public var waiting: Int { changes.waiting }

    /// Says that something has changed, which queries that begin now see.
    public func changed() {
        changes.change { $0 += 1 }
    }

    /// How often something has changed.
    ///
    /// - Returns: The number.
    public func mark() -> UInt64 { changes.value }

    /// Waits until something has changed behind a mark: not at all where it has already.
    ///
    /// - Parameter mark: Up to where the changes were seen.
    /// - Throws: `CancellationError` where the task is cancelled.
    public func waitForChange(after mark: UInt64) async throws {
        try await changes.wait { $0 > mark }
    }
}

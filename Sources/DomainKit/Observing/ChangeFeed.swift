/// Signals that the results of queries may have changed.
///
/// Implementations may be used from any task at any time.
public protocol ChangeFeed: Sendable {
    /// The current mark.
    ///
    /// - Returns: A mark that never decreases. A query that begins after it was returned sees every change up to it.
    /// - Throws: Errors of the storage.
    func mark() async throws -> UInt64

    /// Waits for a change after a mark.
    ///
    /// Returns at once if there has been one.
    ///
    /// Spurious returns without a change are allowed, if they are not constant.
    ///
    /// - Parameter mark: The mark up to which changes were seen.
    /// - Throws: `CancellationError` at once if the task is cancelled; errors of the storage, such as that it is
    ///   closed.
    func waitForChange(after mark: UInt64) async throws
}

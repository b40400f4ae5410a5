/// Tells when what queries answer may have changed.
///
/// Implementations may be used from any task at any time.
public protocol ChangeFeed: Sendable {
    /// How far things have come.
    ///
    /// - Returns: A mark that never decreases; a query that begins when it was returned sees everything up to it.
    /// - Throws: Whatever the storage throws.
    func mark() async throws -> UInt64

    /// Waits until something has changed behind a mark: not at all where it has already.
    ///
    /// It may return though nothing has changed, but not always.
    ///
    /// - Parameter mark: Up to where the changes were seen.
    /// - Throws: `CancellationError` at once where the task is cancelled; whatever the storage throws, such as that it is
    ///   closed.
    func waitForChange(after mark: UInt64) async throws
}

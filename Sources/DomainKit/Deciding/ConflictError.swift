/// An error that may be a conflict of optimistic concurrency: the state that a decision is based on has changed since
/// it was read.
///
/// Nothing was written. ``ConflictRetry`` retries the command on fresh state. The store's error conforms, and so does
/// ``ConcurrencyConflict`` for repositories without a store, so that a domain recognises conflicts without depending
/// on the storage:
///
/// ```swift
/// do {
///     try await rename(input)
/// } catch let error where error.isConflict {
///     // … reload the item
/// }
/// ```
public protocol ConflictError: Error {
    // FEAT-04: A conflict is one error for domains that do not know the store.

    /// Whether this error is a conflict.
    var isConflict: Bool { get }
}

extension Error {
    /// Whether this error is a ``ConflictError`` that is a conflict.
    public var isConflict: Bool { (self as? any ConflictError)?.isConflict ?? false }
}

/// An error that may be a conflict of optimistic concurrency: what a decision rests on has changed since it was read.
///
/// Nothing was written. ``ConflictRetry`` meets a conflict with another attempt: read again, decide again. A store's error
/// conforms, and so does ``ConcurrencyConflict`` for repositories without a store, so that a domain recognises a
/// conflict without knowing what keeps its events:
///
/// ```swift
/// do {
///     try await rename(input)
/// } catch where error.isConflict {
///     …
/// }
/// ```
public protocol ConflictError: Error {
    /// Whether this error is a conflict.
    var isConflict: Bool { get }
}

extension Error {
    /// Whether this error is a conflict: a ``ConflictError`` that says so.
    public var isConflict: Bool { (self as? any ConflictError)?.isConflict ?? false }
}

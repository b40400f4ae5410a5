/// Somebody else was faster: a thing is no longer at the version at which something was decided about it.
///
/// Nothing was written. What to do is to load the thing again and to decide again; ``ConflictRetry`` does that.
public struct ConcurrencyConflict: Error, Sendable, Hashable {
    /// The stream that has moved on.
    public let stream: String

    /// The version at which the events were decided.
    public let expected: UInt64

    /// The version found when they were to be saved.
    public let actual: UInt64

    /// Creates a conflict.
    ///
    /// - Parameters:
    ///   - stream: The stream that has moved on.
    ///   - expected: The version at which the events were decided.
    ///   - actual: The version found when they were to be saved.
    public init(stream: String, expected: UInt64, actual: UInt64) {
        self.stream = stream
        self.expected = expected
        self.actual = actual
    }
}

extension ConcurrencyConflict: CustomStringConvertible {
    /// What was expected, what was found, and what to do about it.
    public var message: String {
        "expected \(DisplayedText(stream)) at version \(expected), it is at \(actual): read it again and decide again"
    }

    /// The message.
    public var description: String { message }
}

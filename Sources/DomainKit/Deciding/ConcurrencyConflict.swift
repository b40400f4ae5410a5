/// The conflict of a repository that keeps its histories without an event store.
///
/// The thing is no longer at the version at which it was read, and nothing was written. An event store throws an error of
/// its own, with every rule that did not hold; both are recognised by ``ConflictError/isConflict``.
public struct ConcurrencyConflict: ConflictError, Sendable, Hashable {
    /// The stream that has moved on.
    public let stream: String

    /// The version at which the events were decided.
    public let expected: UInt64

    /// The version found when they were to be saved.
    public let actual: UInt64

    /// Creates the conflict of a stream that has moved on.
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

    /// Always.
    public var isConflict: Bool { true }
}

extension ConcurrencyConflict: DescribedError {
    /// What was expected, what was found, and what to do about it.
    public var message: String {
        "expected \(DisplayedText(stream)) at version \(expected), it is at \(actual): read it again and decide again"
    }

    /// The message.
    public var description: String { message }
}

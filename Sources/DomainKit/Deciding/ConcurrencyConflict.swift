/// The conflict error of a repository without an event store.
///
/// The aggregate is no longer at the version that was read, and nothing was written. An event store throws its own
/// error, with every rule that did not hold. ``ConflictError/isConflict`` recognises both.
public struct ConcurrencyConflict: ConflictError, Sendable, Hashable {
    /// The stream that was changed.
    public let stream: String

    /// The version that the decision was based on.
    public let expected: UInt64

    /// The version that was found when saving.
    public let actual: UInt64

    /// Creates a conflict error.
    ///
    /// - Parameters:
    ///   - stream: The stream that was changed.
    ///   - expected: The version that the decision was based on.
    ///   - actual: The version that was found when saving.
    public init(stream: String, expected: UInt64, actual: UInt64) {
        self.stream = stream
        self.expected = expected
        self.actual = actual
    }

    /// Always `true`.
    public var isConflict: Bool { true }
}

extension ConcurrencyConflict: DescribedError {
    /// The expected and the actual version, and the remedy.
    public var message: String {
        "expected \(DisplayedText(stream)) at version \(expected), it is at \(actual): read it again and decide again"
    }

    /// The message.
    public var description: String { message }
}

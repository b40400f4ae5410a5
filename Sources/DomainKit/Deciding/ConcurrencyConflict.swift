/// Somebody else was faster: what a decision rests on is no longer what it was.
///
/// Nothing was written. What to do is to read it again and to decide again; ``ConflictRetry`` does that.
public struct ConcurrencyConflict: Error, Sendable, Hashable {
    /// What has changed since it was read.
    public enum Change: Sendable, Hashable {
        /// A stream is no longer at the version at which it was read.
        case version(stream: String, expected: UInt64, actual: UInt64)

        /// There is an event that the decision would have had to know, described in words.
        case event(String)
    }

    /// What has changed since it was read.
    public let change: Change

    /// Creates a conflict.
    ///
    /// - Parameter change: What has changed since it was read.
    public init(_ change: Change) {
        self.change = change
    }

    /// Creates the conflict of a stream that has moved on.
    ///
    /// - Parameters:
    ///   - stream: The stream that has moved on.
    ///   - expected: The version at which the events were decided.
    ///   - actual: The version found when they were to be saved.
    public init(stream: String, expected: UInt64, actual: UInt64) {
        self.init(.version(stream: stream, expected: expected, actual: actual))
    }
}

extension ConcurrencyConflict: CustomStringConvertible {
    /// What was expected, what was found, and what to do about it.
    public var message: String {
        switch change {
        case .version(let stream, let expected, let actual):
            "expected \(DisplayedText(stream)) at version \(expected), it is at \(actual): read it again and decide again"
        case .event(let event):
            "since it was decided there is \(event): read it again and decide again"
        }
    }

    /// The message.
    public var description: String { message }
}

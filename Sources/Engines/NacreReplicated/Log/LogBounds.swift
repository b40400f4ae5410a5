/// The sequences that a replicated log has.
public struct LogBounds: Hashable, Sendable {
    /// The last sequence that was forgotten; 0 if none was.
    public let trimmed: LogSequence

    /// The last sequence; equal to ``trimmed`` if the log has no entries.
    public let tail: LogSequence

    /// - Parameters:
    ///   - trimmed: The last sequence that was forgotten.
    ///   - tail: The last sequence.
    public init(trimmed: LogSequence, tail: LogSequence) {
        self.trimmed = trimmed
        self.tail = tail
    }
}

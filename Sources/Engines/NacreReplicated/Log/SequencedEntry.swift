/// An entry as it stands in a replicated log.
public struct SequencedEntry: Hashable, Sendable {
    /// Where it stands.
    public let sequence: LogSequence

    /// What was appended.
    public let bytes: [UInt8]

    /// - Parameters:
    ///   - sequence: Where it stands.
    ///   - bytes: What was appended.
    public init(sequence: LogSequence, bytes: [UInt8]) {
        self.sequence = sequence
        self.bytes = bytes
    }
}

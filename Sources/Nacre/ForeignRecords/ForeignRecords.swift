/// A notice of foreign records: events in a reserved stream that its owner did not write.
///
/// They are skipped.
///
/// They come from imports, and from programs that appended to the stream before stores refused such appends.
public struct ForeignRecords: Hashable, Sendable {
    // PROC-04: Foreign records are passed over with a notice, newer schemas included.

    /// The stream.
    public let stream: StreamName

    /// The number of records that were not reported before.
    public let count: Int

    /// The position of the last of them.
    public let position: Position

    /// Why the last of them is foreign, as a clause.
    public let reason: String

    /// Creates a notice from its parts.
    public init(stream: StreamName, count: Int, position: Position, reason: String) {
        self.stream = stream
        self.count = count
        self.position = position
        self.reason = reason
    }
}

extension ForeignRecords: CustomStringConvertible {
    /// The notice as text.
    public var description: String {
        let what =
            count == 1
            ? "a foreign record in stream \(quoted(stream.text)) is skipped: the event at position \(position)"
            : "\(count) foreign records in stream \(quoted(stream.text)) are skipped, the last at position \(position)"
        return "\(what), \(reason)"
    }
}

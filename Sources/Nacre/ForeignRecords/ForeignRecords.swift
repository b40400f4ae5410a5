/// Events in a stream of the store's own that are not its owner's: they are passed over, and this is said once.
///
/// They come from imports, and from programs that appended there before stores refused it.
public struct ForeignRecords: Hashable, Sendable {
    /// The stream.
    public let stream: StreamName

    /// How many there are that were not told of before.
    public let count: Int

    /// Where the last of them stands in the log.
    public let position: Position

    /// Why the last of them is not the owner's, as a clause.
    public let reason: String

    /// Makes a notice of its parts.
    public init(stream: StreamName, count: Int, position: Position, reason: String) {
        self.stream = stream
        self.count = count
        self.position = position
        self.reason = reason
    }
}

extension ForeignRecords: CustomStringConvertible {
    /// The notice in words.
    public var description: String {
        let what =
            count == 1
            ? "an event in stream \(quoted(stream.text)) is not its owner's and is passed over: at position \(position)"
            : "\(count) events in stream \(quoted(stream.text)) are not its owner's and are passed over, the last at "
                + "position \(position)"
        return "\(what), \(reason)"
    }
}

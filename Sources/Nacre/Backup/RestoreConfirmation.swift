/// What was confirmed about a log that was restored on purpose.
public struct RestoreConfirmation: Hashable, Sendable {
    /// The position of the last event of the log; 0 where it is empty.
    public let head: Position

    /// What was known of events that the log does not have, and is discarded; empty where the log lacked nothing.
    public let discarded: [LostEvents]

    /// Makes a confirmation of its parts.
    public init(head: Position, discarded: [LostEvents]) {
        self.head = head
        self.discarded = discarded
    }
}

/// The result of confirming a deliberate restore of the log.
public struct RestoreConfirmation: Hashable, Sendable {
    /// The position of the last event of the log; 0 if it is empty.
    public let head: Position

    /// The lost events whose derived data was discarded; empty if the log lacked nothing.
    public let discarded: [LostEvents]

    /// Creates a confirmation from its parts.
    public init(head: Position, discarded: [LostEvents]) {
        self.head = head
        self.discarded = discarded
    }
}

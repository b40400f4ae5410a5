/// The first event that violates an append condition.
public struct ConflictingEvent: Hashable, Sendable {
    /// The position of the event.
    public let position: Position

    /// The type of the event.
    public let type: EventType

    /// The tags of the event, in their original order.
    public let tags: [Tag]

    /// Creates a conflicting event from its parts.
    public init(position: Position, type: EventType, tags: [Tag]) {
        self.position = position
        self.type = type
        self.tags = tags
    }
}

extension ConflictingEvent: CustomStringConvertible {
    /// The event as used in messages.
    public var description: String {
        let list = tags.isEmpty ? "no tags" : shortList(tags.map { quoted($0.text) }, joinedBy: ", ")
        return "\(type) at position \(position) (\(tags.isEmpty ? "" : "tagged ")\(list))"
    }
}

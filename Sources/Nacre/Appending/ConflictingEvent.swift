/// The first event that keeps an append condition from holding.
public struct ConflictingEvent: Hashable, Sendable {
    /// Where it stands.
    public let position: Position

    /// Its type.
    public let type: EventType

    /// Its tags, in the order in which they were given.
    public let tags: [Tag]

    /// Makes it of its parts.
    public init(position: Position, type: EventType, tags: [Tag]) {
        self.position = position
        self.type = type
        self.tags = tags
    }
}

extension ConflictingEvent: CustomStringConvertible {
    /// The event in words, as messages use it.
    public var description: String {
        let list = tags.isEmpty ? "no tags" : shortList(tags.map { quoted($0.text) }, joinedBy: ", ")
        return "\(type) at position \(position) (\(tags.isEmpty ? "" : "tagged ")\(list))"
    }
}

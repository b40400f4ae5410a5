/// Events of a log that may be damaged, and what is damaged before, between and after them.
public struct IntactEvents: Sendable {
    /// The events that are whole, in log order.
    public var events: [RecordedEvent] = []

    /// The damage, in log order.
    public var damage: [LogDamage] = []

    /// The position at which reading continues; `nil` at the end of the log.
    public var next: Position?

    /// Creates an empty part at the end of the log.
    public init() {}
}

/// Damage of a log, as found by reading around it.
public struct LogDamage: Hashable, Sendable {
    /// The first position concerned.
    public var first: Position

    /// The last position concerned; `nil` if it goes to the end of the log, wherever that was.
    public var last: Position?

    /// What is damaged.
    public var reason: String

    /// Whether the events cannot be read; otherwise they are whole, and their place in the log is not proven.
    public var isLost: Bool

    /// Creates damage from its parts.
    public init(first: Position, last: Position?, reason: String, isLost: Bool = true) {
        self.first = first
        self.last = last
        self.reason = reason
        self.isLost = isLost
    }
}

extension LogDamage: CustomStringConvertible {
    /// The positions and the reason, as used in messages.
    public var description: String {
        let positions =
            switch last {
            case first: "position \(first)"
            case let last?: "positions \(first) to \(last)"
            case nil: "positions from \(first) on"
            }
        return "\(positions): \(reason)"
    }
}

extension [LogDamage] {
    /// Appends damage; damage that continues the last one, for the same reason, extends it.
    public mutating func join(_ damage: LogDamage) {
        guard let last = last?.last, last + 1 == damage.first, self[count - 1].isLost == damage.isLost,
            self[count - 1].reason == damage.reason
        else { return append(damage) }
        self[count - 1].last = damage.last
    }
}

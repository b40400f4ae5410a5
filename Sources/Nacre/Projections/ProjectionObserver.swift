/// Is told what a projection does, by whoever runs it: for measuring how fast it is, and how far behind.
public protocol ProjectionObserver: Sendable {
    /// A projection has applied a part of the log, or has looked and found nothing to apply.
    ///
    /// Called behind every transaction, in the task that made it: it must be quick.
    ///
    /// - Parameter progress: What was done, and what is left.
    func applied(_ progress: ProjectionProgress)

    /// A projection has met an event that it cannot apply.
    ///
    /// - Parameters:
    ///   - projection: The name of the projection.
    ///   - halt: Where and why.
    func halted(_ projection: String, by halt: ProjectionHalt)
}

/// What one transaction of a projection has done, and what is left.
public struct ProjectionProgress: Hashable, Sendable {
    /// The name of the projection.
    public let projection: String

    /// Whether it was done to a model that is being built beside the live one.
    public let isShadow: Bool

    /// How many events were looked at; 0 where there were none to apply.
    public let events: UInt64

    /// How long the transaction took, from when it had the write lock.
    public let duration: Duration

    /// The position up to which the log is applied.
    public let position: Position

    /// The position of the last event in the log, when that was looked up last.
    public let head: Position

    /// How many events of the log are still to be looked at.
    public var lag: UInt64 { head - min(position, head) }

    /// Makes a description of its parts.
    public init(
        projection: String, isShadow: Bool, events: UInt64, duration: Duration, position: Position, head: Position
    ) {
        self.projection = projection
        self.isShadow = isShadow
        self.events = events
        self.duration = duration
        self.position = position
        self.head = head
    }
}

/// Observes the progress of a projection, for metrics such as throughput and lag.
public protocol ProjectionObserver: Sendable {
    // PROJ-37: Projections are measured through a protocol of `Nacre`.

    /// Called when a projection has applied a part of the log, or found nothing to apply.
    ///
    /// It is called after every transaction, in the task that ran it, and must return quickly.
    ///
    /// - Parameter progress: The work done, and what is left.
    func applied(_ progress: ProjectionProgress)

    /// Called when a projection has halted at an event that it cannot apply.
    ///
    /// - Parameters:
    ///   - projection: The name of the projection.
    ///   - halt: The position and the cause.
    func halted(_ projection: String, by halt: ProjectionHalt)
}

/// The work done by one transaction of a projection, and what is left.
public struct ProjectionProgress: Hashable, Sendable {
    /// The name of the projection.
    public let projection: String

    /// Whether the work was on a shadow that is built beside the live model.
    public let isShadow: Bool

    /// The number of events read; 0 if there were none.
    public let events: UInt64

    /// How long the transaction took, from when it had the write lock.
    public let duration: Duration

    /// The position up to which the log is applied.
    public let position: Position

    /// The head of the log, when it was last read.
    public let head: Position

    /// The number of events in the log that are still to be read.
    public var lag: UInt64 { head - min(position, head) }

    /// Creates a progress report from its parts.
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

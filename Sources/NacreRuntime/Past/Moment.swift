public import DomainKit
public import Nacre

extension Runtime {
    /// A point in the history of a log.
    public enum Moment: Hashable, Sendable {
        /// The log up to and including the event at this position, which may be inside a commit; 0 is before the first
        /// event.
        case position(Position)

        /// The log up to the last event whose `recordedAt` is at or before this time.
        case time(Instant)

        /// The events whose own `time` is at or before this time, whenever they were recorded, in log order.
        case happened(by: Instant)
    }
}

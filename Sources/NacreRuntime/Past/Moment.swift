public import DomainKit
public import Nacre

extension Runtime {
    /// A moment in the life of a log.
    public enum Moment: Hashable, Sendable {
        /// When the event at this position had just been recorded, be it one within a commit; 0 is before everything.
        case position(Position)

        /// When every event had been recorded whose `recordedAt` is this time or before.
        case time(Instant)

        /// When all had happened whose own `time` is this or before, whenever it was recorded: these events, in the order of
        /// the log.
        case happened(by: Instant)
    }
}

package import Nacre

/// How much of a log is read before it is judged.
package struct RuleBatch: Hashable, Sendable {
    /// The number of events that are read, including those that are passed over.
    package var events: Position

    /// The bytes of data and metadata after which no further event is kept.
    package var bytes: Int

    package init(events: Position = 4_096, bytes: Int = 4 << 20) {
        self.events = events
        self.bytes = bytes
    }
}

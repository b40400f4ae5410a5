/// The identity of an event: a UUID, stored as its 16 bytes.
///
/// Set the ids yourself to make appends idempotent: appending a commit whose events are all recorded writes nothing
/// and succeeds.
public struct EventID: Hashable, Sendable {
    /// The first 8 bytes, big-endian.
    public let high: UInt64

    /// The last 8 bytes, big-endian.
    public let low: UInt64

    /// Creates an id from its two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

extension EventID: Comparable {
    /// Compares ids by their bytes.
    public static func < (left: EventID, right: EventID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

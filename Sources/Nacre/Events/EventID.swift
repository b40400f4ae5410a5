/// The identity of an event: a UUID, kept as its 16 bytes.
///
/// Give events ids of your own to make appending them safe to repeat: a commit whose events are all recorded already
/// succeeds and writes nothing.
public struct EventID: Hashable, Sendable {
    /// The first 8 bytes, the first byte the most significant.
    public let high: UInt64

    /// The last 8 bytes.
    public let low: UInt64

    /// Makes an id of its two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

extension EventID: Comparable {
    /// Whether the bytes of the left id come before those of the right one.
    public static func < (left: EventID, right: EventID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

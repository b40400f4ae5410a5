import Nacre

/// What concurrent clients draw their calls from.
struct ConsistencyPlan: Hashable, Sendable, Codable {
    /// Streams that all clients append to all the time.
    ///
    /// One more at a time is new: it begins when the log has grown.
    var streams = 4

    var tags = 4
    var types = 3

    /// Events in a commit, at most.
    var eventsPerAppend = 3

    /// Bytes of an event's data, at least.
    var payloadBytes = 16

    /// Calls that each client makes, if its time is not over before.
    var callsPerClient: Int

    /// The moment after which no further call is made, of ``monotonicNanoseconds()``.
    var until: UInt64 = .max

    /// Where the draws begin.
    var seed: UInt64

    /// The events by which the log has to grow until clients turn to a new stream.
    static let eventsPerNewStream: Position = 40

    /// The stream that is new, or will be the next, when the log has come to a position.
    func newStream(at head: Position) -> Int { streams + Int(clamping: head / Self.eventsPerNewStream) }
}

extension SplitMix64 {
    /// Whether something happens that happens so often.
    mutating func happens(percent: Int) -> Bool { next(below: 100) < percent }
}

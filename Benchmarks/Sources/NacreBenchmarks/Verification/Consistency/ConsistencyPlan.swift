import Nacre

/// The parameters from which concurrent clients draw their calls.
struct ConsistencyPlan: Hashable, Sendable, Codable {
    /// Streams that all clients append to all the time.
    ///
    /// There is one more, new stream at a time: a new one begins when the log has grown.
    var streams = 4

    var tags = 4
    var types = 3

    /// The maximum number of events in a commit.
    var eventsPerAppend = 3

    /// The minimum bytes of an event's data.
    var payloadBytes = 16

    /// Calls of each client, unless its time ends first.
    var callsPerClient: Int

    /// The time after which no further call is made, by ``monotonicNanoseconds()``.
    var until: UInt64 = .max

    /// The seed of the draws.
    var seed: UInt64

    /// The growth of the log, in events, after which clients turn to a new stream.
    static let eventsPerNewStream: Position = 40

    /// The number of the new stream when the log has reached a position.
    func newStream(at head: Position) -> Int { streams + Int(clamping: head / Self.eventsPerNewStream) }
}

extension SplitMix64 {
    /// Draws whether an event of the given probability happens.
    mutating func happens(percent: Int) -> Bool { next(below: 100) < percent }
}

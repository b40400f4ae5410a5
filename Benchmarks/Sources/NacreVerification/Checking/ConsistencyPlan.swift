import Nacre

/// The parameters from which concurrent clients draw their calls.
package struct ConsistencyPlan: Hashable, Sendable, Codable {
    /// Streams that all clients append to all the time.
    ///
    /// There is one more, new stream at a time: a new one begins when the log has grown.
    package var streams = 4

    package var tags = 4
    package var types = 3

    /// The maximum number of events in a commit.
    package var eventsPerAppend = 3

    /// The minimum bytes of an event's data.
    package var payloadBytes = 16

    /// Calls of each client, unless its time ends first.
    package var callsPerClient: Int

    /// The time after which no further call is made, by ``monotonicNanoseconds()``.
    package var until: UInt64 = .max

    /// The seed of the draws.
    package var seed: UInt64

    package init(
        streams: Int = 4, tags: Int = 4, types: Int = 3, eventsPerAppend: Int = 3, payloadBytes: Int = 16,
        callsPerClient: Int, until: UInt64 = .max, seed: UInt64
    ) {
        (self.streams, self.tags, self.types, self.eventsPerAppend) = (streams, tags, types, eventsPerAppend)
        (self.payloadBytes, self.callsPerClient, self.until, self.seed) = (payloadBytes, callsPerClient, until, seed)
    }

    /// The growth of the log, in events, after which clients turn to a new stream.
    static let eventsPerNewStream: Position = 40

    /// The number of the new stream when the log has reached a position.
    func newStream(at head: Position) -> Int { streams + Int(clamping: head / Self.eventsPerNewStream) }
}

extension SplitMix64 {
    /// Draws whether an event of the given probability happens.
    package mutating func happens(percent: Int) -> Bool { next(below: 100) < percent }
}

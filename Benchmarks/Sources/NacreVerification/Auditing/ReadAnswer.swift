package import Nacre

/// A summary of a read.
package struct ReadAnswer: Hashable, Sendable {
    package private(set) var events = 0

    /// The position of the first event; 0 without events.
    package private(set) var firstPosition: Position = 0

    private var digest = EventDigest()

    package init() {}

    /// Summarizes the events of a read.
    ///
    /// - Complexity: O(*n*) in the bytes of the events: all of them are touched.
    package init(_ events: [RecordedEvent]) {
        for event in events { add(event.digest, at: event.position) }
    }

    package mutating func add(_ event: UInt64, at position: Position) {
        if events == 0 { firstPosition = position }
        events += 1
        digest.add(event)
    }
}

/// A read of a store to which others append concurrently.
package struct ReadObservation: Hashable, Sendable {
    package var request: ReadRequest

    /// The last position acknowledged to any writer before the read began.
    package var acknowledged: Position

    package var answer: ReadAnswer

    package init(request: ReadRequest, acknowledged: Position, answer: ReadAnswer) {
        (self.request, self.acknowledged, self.answer) = (request, acknowledged, answer)
    }
}

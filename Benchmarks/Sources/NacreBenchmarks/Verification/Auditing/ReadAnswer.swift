import Nacre

/// A summary of a read.
struct ReadAnswer: Hashable, Sendable {
    private(set) var events = 0

    /// The position of the first event; 0 without events.
    private(set) var firstPosition: Position = 0

    private var digest = EventDigest()

    init() {}

    /// Summarizes the events of a read.
    ///
    /// - Complexity: O(*n*) in the bytes of the events: all of them are touched.
    init(_ events: [RecordedEvent]) {
        for event in events { add(event.digest, at: event.position) }
    }

    mutating func add(_ event: UInt64, at position: Position) {
        if events == 0 { firstPosition = position }
        events += 1
        digest.add(event)
    }
}

/// A read of a store to which others append concurrently.
struct ReadObservation: Hashable, Sendable {
    var request: ReadRequest

    /// The last position acknowledged to any writer before the read began.
    var acknowledged: Position

    var answer: ReadAnswer
}

import Nacre

/// What a read showed, in short.
struct ReadAnswer: Hashable, Sendable {
    private(set) var events = 0

    /// Where the first of them stands; 0 where there are none.
    private(set) var firstPosition: Position = 0

    private var digest = EventDigest()

    init() {}

    /// Sums up what was read.
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

/// A read of a store that others append to at the same time.
struct ReadObservation: Hashable, Sendable {
    var request: ReadRequest

    /// Up to where appends had been acknowledged, to whomever, before it was asked.
    var acknowledged: Position

    var answer: ReadAnswer
}

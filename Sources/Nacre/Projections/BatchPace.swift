/// How many events a projection applies in one transaction: as many as the time allows that one may take.
struct BatchPace: Sendable {
    private let size: ProjectionRunner.BatchSize

    /// How many events the next batch has at most, but for the rest of its last commit.
    private(set) var events: Int

    init(_ size: ProjectionRunner.BatchSize) {
        self.size = size
        events = max(1, size.events)
    }

    /// Learns from a transaction that was committed.
    ///
    /// - Parameters:
    ///   - duration: How long it took, from when it had the write lock.
    ///   - count: How many events it looked at.
    mutating func took(_ duration: Duration, for count: Int) {
        if duration > size.duration {
            events = max(1, Int(Double(count) * (size.duration / duration)))
        } else {
            // One that took no time to speak of tells nothing of a longer one: the number doubles at most.
            events = min(max(1, size.events), max(events, count) * 2)
        }
    }
}

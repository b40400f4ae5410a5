/// How many events a projection applies in one batch: as many as the time allows that one may take.
struct BatchPace: Sendable {
    /// How many events the first batch has at most, when nothing is known of how long they take.
    private static let first = 16_384

    /// How many times as many events as the last one a batch may have.
    private static let growth = 64.0

    private let size: ProjectionRunner.BatchSize
    private var greatest: Int

    /// How many events the next batch has at most, but for the rest of its last commit.
    private(set) var events: Int

    init(_ size: ProjectionRunner.BatchSize) {
        self.size = size
        greatest = max(1, size.events)
        events = min(greatest, Self.first)
    }

    /// Learns from a batch that was written.
    ///
    /// - Parameters:
    ///   - gathering: How long applying its events took.
    ///   - duration: How long the transaction took, from when it had the write lock.
    ///   - count: How many events it looked at.
    mutating func took(gathering: Duration = .zero, _ duration: Duration, for count: Int) {
        let count = Double(max(count, 1))
        // One that took no time to speak of tells nothing of a much longer one.
        var fitting = count * Self.growth
        if gathering > .zero { fitting = min(fitting, count * (size.gathering / gathering)) }
        // A longer batch need not have more rows to write: it is tried, and cut down where it has.
        if duration > size.duration { fitting = min(fitting, count * (size.duration / duration)) }
        events = max(1, min(greatest, Int(fitting)))
    }

    /// Learns that a batch had to be cut, for more rows than are kept in memory: no later one is as long, so that the next
    /// need not be applied twice, too.
    ///
    /// - Parameter count: How many events it looked at.
    mutating func wasCut(at count: Int) {
        greatest = max(1, min(greatest, count - count / 8))
        events = min(events, greatest)
    }
}

/// Adapts the number of events in a projection's batch to the time that a batch may take.
struct BatchPace: Sendable {
    // PROJ-02: Batches are applied before the write transaction, and sized by the time of the one before.

    /// The maximum number of events in the first batch, before any timing is known.
    private static let first = 16_384

    /// The maximum factor by which a batch may grow over the last one.
    private static let growth = 64.0

    private let size: ProjectionRunner.BatchSize
    private var limit: Int

    /// The maximum number of events in the next batch, not counting the rest of its last commit.
    private(set) var events: Int

    init(_ size: ProjectionRunner.BatchSize) {
        self.size = size
        limit = max(1, size.events)
        events = min(limit, Self.first)
    }

    /// Adapts to a batch that was written.
    ///
    /// - Parameters:
    ///   - gathering: How long applying its events took.
    ///   - duration: How long the transaction took, from when it had the write lock.
    ///   - count: The number of events read.
    mutating func took(gathering: Duration = .zero, _ duration: Duration, for count: Int) {
        let count = Double(max(count, 1))
        // A batch too short to time says nothing about a much longer one.
        var fitting = count * Self.growth
        if gathering > .zero { fitting = min(fitting, count * (size.gathering / gathering)) }
        // A longer batch need not write more rows, so a fast transaction does not limit the growth. If the longer one
        // is too slow, the size is cut.
        if duration > size.duration { fitting = min(fitting, count * (size.duration / duration)) }
        events = max(1, min(limit, Int(fitting)))
    }

    /// Adapts to a batch that was cut because it kept too many rows in memory: later batches are shorter, so that
    /// they need not be applied twice.
    ///
    /// - Parameter count: The number of events read.
    mutating func wasCut(at count: Int) {
        limit = max(1, min(limit, count - count / 8))
        events = min(events, limit)
    }
}

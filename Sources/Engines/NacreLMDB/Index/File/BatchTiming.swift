/// The indexing rate that is stored with a batch, as far as it is known before the commit.
///
/// The duration of a commit is known only afterwards. The stored rate is therefore that of the batch before; for the
/// first batch of a process, its own rate without the commit.
struct BatchTiming: Sendable {
    // IDX-17: The index records its build rate with each batch.

    /// The rate of the batch before, including its commit; `nil` in the first batch of a process.
    var known: Double?

    /// The rate to store, in events a second.
    ///
    /// - Parameters:
    ///   - events: The number of events in the batch that is about to be committed.
    ///   - begun: When the batch began.
    /// - Returns: The rate, at least 1.
    func eventsPerSecond(of events: UInt64, since begun: ContinuousClock.Instant) -> UInt32 {
        let rate = known ?? Self.rate(of: events, in: .now - begun)
        return UInt32(max(1, min(rate, Double(UInt32.max))))
    }

    /// The rate of a batch, in events a second.
    static func rate(of events: UInt64, in duration: Duration) -> Double {
        Double(events) / max(duration / .seconds(1), 1e-9)
    }
}

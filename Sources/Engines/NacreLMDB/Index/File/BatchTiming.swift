/// How fast batches are taken into the index, as far as that is known when one is about to be committed.
///
/// How long a commit takes, only the next batch knows; so what is written down is the rate of the batch before, and in
/// the first batch of a process that of the batch itself without its commit.
struct BatchTiming: Sendable {
    /// The rate of the batch before, with its commit; `nil` in the first batch of a process.
    var known: Double?

    /// The rate to be written down, in whole events.
    ///
    /// - Parameters:
    ///   - events: How many events the batch holds that is about to be committed.
    ///   - begun: When it began.
    /// - Returns: The rate, at least 1.
    func eventsPerSecond(of events: UInt64, since begun: ContinuousClock.Instant) -> UInt32 {
        let rate = known ?? Self.rate(of: events, in: .now - begun)
        return UInt32(max(1, min(rate, Double(UInt32.max))))
    }

    /// How many events a second a batch is.
    static func rate(of events: UInt64, in duration: Duration) -> Double {
        Double(events) / max(duration / .seconds(1), 1e-9)
    }
}

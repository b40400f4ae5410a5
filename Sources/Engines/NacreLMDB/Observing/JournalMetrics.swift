import CoreMetrics

/// Metrics of a store's journal, recorded by the journal's thread: nothing is measured for each append.
struct JournalMetrics: Sendable {
    private let pendingBytes: Gauge
    private let drainedBytes: Counter
    private let drainTime: Timer
    private let handOvers: Counter

    init(pendingBytes: Gauge, drainedBytes: Counter, drainTime: Timer, handOvers: Counter) {
        self.pendingBytes = pendingBytes
        self.drainedBytes = drainedBytes
        self.drainTime = drainTime
        self.handOvers = handOvers
    }

    /// Blocks of this size are in the journal and not in the log.
    func isPending(_ byteCount: Int) {
        pendingBytes.record(byteCount)
    }

    /// Pending blocks were put into the log.
    func drained(_ byteCount: Int, in nanoseconds: UInt64) {
        drainedBytes.increment(by: byteCount)
        drainTime.recordNanoseconds(nanoseconds)
    }

    /// The use of the journal ends because another opening of the store waits.
    func handedOver() {
        handOvers.increment()
    }
}

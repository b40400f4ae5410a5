import CoreMetrics
import LMDB
import Nacre

/// Metrics of a store, recorded once for each group commit; single appends are counted only if they fail.
///
/// Without a metrics backend there is no instance, and the clock is not read.
final class StoreMetrics: Sendable {
    // OPS-15: A group of appends is measured, not an append.

    /// The lag of the index and of subscriptions.
    let lags: Lags

    /// The fill, the draining and the hand-overs of the journal.
    let journal: JournalMetrics

    private let commits: Counter
    private let events: Counter
    private let bytes: Counter
    private let conflicts: Counter
    private let failures: Counter
    private let groupSize: Recorder
    private let queueTime: Timer
    private let applyTime: Timer
    private let syncTime: Timer
    private let resumeTime: Timer
    private let indexEvents: Counter
    private let indexBatchTime: Timer
    private let indexRebuilds: Counter

    /// Creates the instruments of a store; `nil` if the factory discards all measurements.
    ///
    /// They are not destroyed with the store: counters continue when the store is opened again.
    ///
    /// - Parameters:
    ///   - factory: The metrics factory.
    ///   - path: The store's folder; its name is the dimension `store`.
    init?(_ factory: any MetricsFactory, store path: String) {
        guard !(factory is NOOPMetricsHandler) else { return nil }
        let dimensions = [("store", Self.name(of: path))]
        func counter(_ name: MetricName) -> Counter {
            Counter(label: name.rawValue, dimensions: dimensions, factory: factory)
        }
        func timer(_ name: MetricName) -> Timer {
            Timer(label: name.rawValue, dimensions: dimensions, factory: factory)
        }
        func gauge(_ name: MetricName) -> Gauge {
            Gauge(label: name.rawValue, dimensions: dimensions, factory: factory)
        }
        commits = counter(.appendCommits)
        events = counter(.appendEvents)
        bytes = counter(.appendBytes)
        conflicts = counter(.appendConflicts)
        failures = counter(.appendFailures)
        groupSize = Recorder(label: MetricName.appendGroupSize.rawValue, dimensions: dimensions, factory: factory)
        queueTime = timer(.appendQueueTime)
        applyTime = timer(.appendApplyTime)
        syncTime = timer(.appendSyncTime)
        resumeTime = timer(.appendResumeTime)
        indexEvents = counter(.indexEvents)
        indexBatchTime = timer(.indexBatchTime)
        indexRebuilds = counter(.indexRebuilds)
        lags = Lags(
            index: gauge(.indexLag), subscriptions: gauge(.subscriptionCount),
            slowestSubscription: gauge(.subscriptionLag))
        journal = JournalMetrics(
            pendingBytes: gauge(.journalPendingBytes), drainedBytes: counter(.journalDrainedBytes),
            drainTime: timer(.journalDrainTime), handOvers: counter(.journalHandOvers))
    }

    /// The time on a monotonic clock, in nanoseconds.
    static var now: UInt64 { ConditionLock.now }

    /// The last component of a path.
    static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    // MARK: Appending

    /// The writer starts a group whose oldest request arrived at this time.
    func groupBegins(arrivedAt time: UInt64) {
        queueTime.recordNanoseconds(max(Self.now, time) - time)
    }

    /// A group was judged, and its accepted commits were committed.
    func groupEnds(_ outcome: GroupOutcome) {
        if outcome.conflicts > 0 { conflicts.increment(by: outcome.conflicts) }
        guard let end = outcome.postings.last?.end.position else { return }
        commits.increment(by: outcome.commits)
        events.increment(by: outcome.events)
        bytes.increment(by: outcome.byteCount)
        groupSize.record(outcome.commits)
        applyTime.recordNanoseconds(outcome.applyTime)
        syncTime.recordNanoseconds(outcome.syncTime)
        lags.headMoved(to: end)
    }

    /// All callers of requests that were answered at this time have been resumed.
    func callersResumed(since time: UInt64) {
        resumeTime.recordNanoseconds(max(Self.now, time) - time)
    }

    /// An append failed because of the disk or its contents.
    func appendFailed() {
        failures.increment()
    }

    // MARK: Indexing

    /// A batch was indexed.
    func indexed(events: UInt64, in duration: Duration) {
        indexEvents.increment(by: events)
        let (seconds, attoseconds) = duration.components
        indexBatchTime.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    /// An unusable index was discarded and will be rebuilt.
    func indexDiscarded() {
        indexRebuilds.increment()
    }
}

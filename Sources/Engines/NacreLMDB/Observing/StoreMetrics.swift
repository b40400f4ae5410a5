import CoreMetrics
import LMDB
import Nacre

/// Measures what a store does, a group at a time: an append alone is measured only where it fails.
///
/// A store that nobody measures has none of these, and reads no clock for them.
final class StoreMetrics: Sendable {
    /// How far index and subscriptions are behind the log.
    let lags: Lags

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

    /// Makes the instruments of a store; `nil` where the factory makes none that measure.
    ///
    /// They are not destroyed with the store: a counter goes on where it was when the store is opened again.
    ///
    /// - Parameters:
    ///   - factory: What makes them.
    ///   - path: The store's folder, whose name tells it from others.
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
    }

    /// Nanoseconds on a clock that nobody sets.
    static var now: UInt64 { ConditionLock.now }

    /// The last part of a path.
    static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    // MARK: Appending

    /// The writer begins with a group whose oldest request arrived then.
    func groupBegins(arrivedAt time: UInt64) {
        queueTime.recordNanoseconds(max(Self.now, time) - time)
    }

    /// A group was judged, and what holds of it committed.
    func groupEnds(_ outcome: GroupOutcome) {
        if outcome.conflicts > 0 { conflicts.increment(by: outcome.conflicts) }
        guard let end = outcome.postings.last?.end.position else { return }
        commits.increment(by: outcome.commits)
        events.increment(by: outcome.events)
        bytes.increment(by: outcome.byteCount)
        groupSize.record(outcome.commits)
        applyTime.recordNanoseconds(outcome.applyTime)
        syncTime.recordNanoseconds(outcome.syncTime)
        lags.logGoes(to: end)
    }

    /// All callers were resumed whose answers were there since then.
    func callersResumed(since time: UInt64) {
        resumeTime.recordNanoseconds(max(Self.now, time) - time)
    }

    /// An append came to nothing because of the disk, or of what is on it.
    func appendFailed() {
        failures.increment()
    }

    // MARK: Indexing

    /// The index has taken a batch in.
    func indexed(events: UInt64, in duration: Duration) {
        indexEvents.increment(by: events)
        let (seconds, attoseconds) = duration.components
        indexBatchTime.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    /// An index was of no use, and is built anew.
    func indexDiscarded() {
        indexRebuilds.increment()
    }
}

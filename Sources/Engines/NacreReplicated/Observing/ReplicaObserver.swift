internal import CoreMetrics
internal import Logging
internal import Nacre

/// All messages that a node logs; their texts are constant, and details go into the metadata.
enum ReplicaMessage: String, CaseIterable {
    case joined = "the node follows the replicated log"
    case cutOff = "the replicated log does not answer: appends and linearizable reads fail until it does"
    case connected = "the replicated log answers again"
    case stopped = "the node has stopped: its replica does not fit the replicated log"
    case setAside = "the machine has crashed since the replica was used: it is rebuilt from the replicated log"
    case hintUnusable = "the note of how far the log was followed does not fit: the log is read from its first entry"
    case notAnnounced = "the node cannot tell the others how it is doing"
    case hintNotWritten = "how far the log was followed cannot be noted"

    var level: Logger.Level {
        switch self {
        case .joined, .notAnnounced: .debug
        case .connected, .hintUnusable: .notice
        case .cutOff, .setAside, .hintNotWritten: .warning
        case .stopped: .error
        }
    }
}

/// All metrics of a node, by the label that the backend sees.
enum ReplicaMetricName: String, CaseIterable {
    case orderedEntries = "nacre.replica.ordered_entries"
    case entryBytes = "nacre.replica.entry_bytes"
    case followedGroups = "nacre.replica.followed_groups"
    case conflicts = "nacre.replica.conflicts"
    case retries = "nacre.replica.retries"
    case roundTripTime = "nacre.replica.round_trip_time"
    case sequence = "nacre.replica.sequence"
    case lag = "nacre.replica.lag"
    case isReady = "nacre.replica.ready"
}

/// The log messages and metrics of a node.
final class ReplicaObserver: Sendable {
    /// The instruments; there are none without a metrics backend.
    private struct Instruments: Sendable {
        let orderedEntries: Counter
        let entryBytes: Recorder
        let followedGroups: Counter
        let conflicts: Counter
        let retries: Counter
        let roundTripTime: Timer
        let sequence: Gauge
        let lag: Gauge
        let isReady: Gauge
    }

    private let logger: Logger
    private let instruments: Instruments?

    /// - Parameters:
    ///   - logger: Where messages go.
    ///   - factory: The metrics factory.
    ///   - path: The store's folder; its name is the dimension `store`.
    init(_ logger: Logger, _ factory: any MetricsFactory, store path: String) {
        var logger = logger
        logger[metadataKey: "store"] = "\(path)"
        self.logger = logger
        guard !(factory is NOOPMetricsHandler) else {
            instruments = nil
            return
        }
        let dimensions = [("store", path.split(separator: "/").last.map(String.init) ?? path)]
        func counter(_ name: ReplicaMetricName) -> Counter {
            Counter(label: name.rawValue, dimensions: dimensions, factory: factory)
        }
        func gauge(_ name: ReplicaMetricName) -> Gauge {
            Gauge(label: name.rawValue, dimensions: dimensions, factory: factory)
        }
        instruments = Instruments(
            orderedEntries: counter(.orderedEntries),
            entryBytes: Recorder(
                label: ReplicaMetricName.entryBytes.rawValue, dimensions: dimensions, factory: factory),
            followedGroups: counter(.followedGroups), conflicts: counter(.conflicts), retries: counter(.retries),
            roundTripTime: Timer(
                label: ReplicaMetricName.roundTripTime.rawValue, dimensions: dimensions, factory: factory),
            sequence: gauge(.sequence), lag: gauge(.lag), isReady: gauge(.isReady))
    }

    // MARK: Measuring

    func roundTrip(_ duration: Duration) { instruments?.roundTripTime.recordNanoseconds(duration.nanoseconds) }

    func ordered(_ byteCount: Int) {
        instruments?.orderedEntries.increment()
        instruments?.entryBytes.record(byteCount)
    }

    func conflict() { instruments?.conflicts.increment() }

    func retry() { instruments?.retries.increment() }

    func followed(_ groups: Int) { instruments?.followedGroups.increment(by: groups) }

    func state(_ status: ReplicaStatus) {
        guard let instruments else { return }
        instruments.sequence.record(status.applied.number)
        instruments.lag.record(status.lag)
        instruments.isReady.record(status.isReady ? 1 : 0)
    }

    // MARK: Logging

    func joined(_ log: String, at sequence: LogSequence) {
        emit(.joined, ["log": "\(log)", "sequence": "\(sequence)"])
    }

    func cutOff(from log: String, _ error: any Error) {
        emit(.cutOff, ["log": "\(log)", "error": "\(error is TimeLimitPassed ? "no answer in time" : "\(error)")"])
    }

    func connected(to log: String) { emit(.connected, ["log": "\(log)"]) }

    func stopped(_ error: EventStoreError) { emit(.stopped, ["error": "\(error)"]) }

    func setAside(_ path: String) { emit(.setAside, ["kept": "\(path)"]) }

    func hintUnusable(_ reason: String) { emit(.hintUnusable, ["reason": "\(reason)"]) }

    func notAnnounced(_ error: any Error) { emit(.notAnnounced, ["error": "\(error)"]) }

    func hintNotWritten(_ error: any Error) { emit(.hintNotWritten, ["error": "\(error)"]) }

    private func emit(_ message: ReplicaMessage, _ metadata: @autoclosure () -> Logger.Metadata) {
        logger.log(level: message.level, "\(message.rawValue)", metadata: metadata())
    }
}

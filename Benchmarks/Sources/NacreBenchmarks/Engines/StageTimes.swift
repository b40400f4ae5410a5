import CoreMetrics
import Synchronization

/// How long a stage of an engine's appends took, each time.
struct StageTimes: Sendable {
    // BENCH-03: The stages of an append are read from the store's own metrics.

    /// The stage: `queue`, `apply`, `sync` or `resume`.
    var stage: String

    /// What each time took.
    var times: LatencyRecorder
}

/// Takes the times of a store's stages from where the store measures them for anybody.
///
/// What is timed is a group of appends: how long its oldest one waited, how long the group took to be judged and
/// packed, how long its commit took, and how long it took to resume its callers.
final class StageMetrics: MetricsFactory {
    private static let stages = [
        "nacre.append.queue_time": "queue", "nacre.append.apply_time": "apply", "nacre.append.sync_time": "sync",
        "nacre.append.resume_time": "resume",
    ]

    private let recorders = Mutex<[String: TimesHandler]>([:])

    /// What was timed so far, in the order in which an append goes through them.
    var times: [StageTimes] {
        let handlers = recorders.withLock { $0 }
        return ["queue", "apply", "sync", "resume"].compactMap { stage in
            handlers[stage].map { StageTimes(stage: stage, times: $0.times) }
        }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        guard let stage = Self.stages[label] else { return NOOPMetricsHandler.instance }
        let handler = TimesHandler()
        recorders.withLock { $0[stage] = handler }
        return handler
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        NOOPMetricsHandler.instance
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        NOOPMetricsHandler.instance
    }

    func destroyCounter(_ handler: any CounterHandler) {}

    func destroyRecorder(_ handler: any RecorderHandler) {}

    func destroyTimer(_ handler: any TimerHandler) {}
}

/// Keeps the times of one stage.
private final class TimesHandler: TimerHandler {
    private let recorder = Mutex(LatencyRecorder())

    var times: LatencyRecorder { recorder.withLock { $0 } }

    func recordNanoseconds(_ duration: Int64) {
        recorder.withLock { $0.record([UInt64(max(0, duration))]) }
    }
}

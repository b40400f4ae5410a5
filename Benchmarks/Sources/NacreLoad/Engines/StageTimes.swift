import CoreMetrics
import Synchronization

/// The times of one stage of an engine's appends.
package struct StageTimes: Sendable {
    // BENCH-03: The stages of an append are read from the store's own metrics.

    /// The stage: `queue`, `apply`, `sync` or `resume`.
    package var stage: String

    package var times: LatencyRecorder
}

/// Collects the times of a store's stages from the store's public metrics.
///
/// The times are of groups of appends: the wait of the oldest append, the checking and packing of the group, its
/// commit, and the resumption of its callers.
final class StageMetrics: MetricsFactory {
    private static let stages = [
        "nacre.append.queue_time": "queue", "nacre.append.apply_time": "apply", "nacre.append.sync_time": "sync",
        "nacre.append.resume_time": "resume",
    ]

    private let recorders = Mutex<[String: TimesHandler]>([:])

    /// The times so far, in the order of an append's stages.
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

private final class TimesHandler: TimerHandler {
    private let recorder = Mutex(LatencyRecorder())

    var times: LatencyRecorder { recorder.withLock { $0 } }

    func recordNanoseconds(_ duration: Int64) {
        recorder.withLock { $0.record([UInt64(max(0, duration))]) }
    }
}

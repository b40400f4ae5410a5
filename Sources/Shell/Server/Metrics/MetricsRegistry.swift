public import CoreMetrics
import Synchronization

/// A backend of swift-metrics that shows its metrics in the text format of Prometheus.
///
/// Counters become counters, meters and recorders that do not aggregate gauges, other recorders and timers histograms;
/// timers are shown in seconds.
public final class MetricsRegistry: MetricsFactory {
    // API-09: Metrics go through swift-metrics, and the text of Prometheus is written here.

    private let series = Mutex<[MetricName: MetricSeries]>([:])

    /// Creates a registry without metrics.
    public init() {}

    /// All metrics.
    public var text: String { MetricsText(series.withLock { $0 }).text }

    /// What was recorded of a metric.
    ///
    /// - Parameter label: The label of the metric.
    /// - Returns: The numbers over all its dimensions; `nil` if there is no such metric.
    public func summary(of label: String) -> MetricSummary? {
        let found = series.withLock { series in series.filter { $0.key.label == label }.map(\.value) }
        return found.isEmpty ? nil : MetricSummary(found.map(\.numbers))
    }

    private func series(_ label: String, _ dimensions: [(String, String)], _ kind: MetricSeries.Kind) -> MetricSeries {
        let name = MetricName(label, dimensions)
        return series.withLock { series in
            if let known = series[name] { return known }
            let new = MetricSeries(kind)
            series[name] = new
            return new
        }
    }

    /// Makes a counter.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter)
    }

    /// Makes a counter of fractions.
    public func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(label, dimensions, .counter)
    }

    /// Makes a gauge.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge)
    }

    /// Makes a histogram, or a gauge if it does not aggregate.
    public func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        series(label, dimensions, aggregate ? .histogram : .gauge)
    }

    /// Makes a histogram of seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, .histogram)
    }

    /// Keeps the metric: its numbers outlive the handler.
    public func destroyCounter(_ handler: any CounterHandler) {}

    /// Keeps the metric.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}

    /// Keeps the metric.
    public func destroyMeter(_ handler: any MeterHandler) {}

    /// Keeps the metric.
    public func destroyRecorder(_ handler: any RecorderHandler) {}

    /// Keeps the metric.
    public func destroyTimer(_ handler: any TimerHandler) {}
}

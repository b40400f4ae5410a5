public import CoreMetrics
public import Nacre
import Synchronization

/// Metrics of projections for swift-metrics: throughput, lag and halts.
///
/// Instruments have the dimensions `store`, the name of the store's folder, and `projection`.
public final class ProjectionMetrics: ProjectionObserver {
    private let factory: any MetricsFactory
    private let store: String
    private let instruments = Mutex<[String: Instruments]>([:])

    /// The instruments of one projection, created on first use.
    private struct Instruments: Sendable {
        let events: Counter
        let batchTime: Timer
        let halts: Counter
        let lag: Gauge
        let rebuildLag: Gauge
    }

    /// Creates an observer; `nil` if the factory discards all measurements.
    ///
    /// - Parameters:
    ///   - factory: The metrics factory; by default that of the backend which the process has bootstrapped.
    ///   - path: The store's folder; its name is the dimension `store`.
    public init?(_ factory: any MetricsFactory = MetricsSystem.factory, store path: String) {
        guard !(factory is NOOPMetricsHandler) else { return nil }
        self.factory = factory
        store = StoreMetrics.name(of: path)
    }

    /// Counts and times the applied events, and records the lag.
    ///
    /// - Parameter progress: The applied and the remaining events.
    public func applied(_ progress: ProjectionProgress) {
        let instruments = instruments(of: progress.projection)
        if progress.events > 0 {
            instruments.events.increment(by: progress.events)
            let (seconds, attoseconds) = progress.duration.components
            instruments.batchTime.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        }
        (progress.isShadow ? instruments.rebuildLag : instruments.lag).record(progress.lag)
    }

    /// Counts a halt.
    ///
    /// - Parameters:
    ///   - projection: The name of the projection.
    ///   - halt: The position and the reason.
    public func halted(_ projection: String, by halt: ProjectionHalt) {
        instruments(of: projection).halts.increment()
    }

    private func instruments(of projection: String) -> Instruments {
        instruments.withLock { instruments in
            if let found = instruments[projection] { return found }
            let dimensions = [("store", store), ("projection", projection)]
            func counter(_ name: MetricName) -> Counter {
                Counter(label: name.rawValue, dimensions: dimensions, factory: factory)
            }
            func gauge(_ name: MetricName) -> Gauge {
                Gauge(label: name.rawValue, dimensions: dimensions, factory: factory)
            }
            let made = Instruments(
                events: counter(.projectionEvents),
                batchTime: Timer(
                    label: MetricName.projectionBatchTime.rawValue, dimensions: dimensions, factory: factory),
                halts: counter(.projectionHalts), lag: gauge(.projectionLag),
                rebuildLag: gauge(.projectionRebuildLag))
            instruments[projection] = made
            return made
        }
    }
}

import CoreMetrics
import Synchronization

/// The name of a metric with its dimensions.
struct MetricName: Hashable, Comparable {
    /// A dimension.
    struct Dimension: Hashable {
        let name: String
        let value: String

        var text: String { "\(name)\0\(value)" }
    }

    let label: String
    let dimensions: [Dimension]

    init(_ label: String, _ dimensions: [(String, String)]) {
        self.label = label
        self.dimensions = dimensions.map(Dimension.init).sorted { $0.name < $1.name }
    }

    static func < (left: MetricName, right: MetricName) -> Bool {
        guard left.label == right.label else { return left.label < right.label }
        return left.dimensions.map(\.text).lexicographicallyPrecedes(right.dimensions.map(\.text))
    }
}

/// The numbers of one metric with one set of dimensions.
final class MetricSeries: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    /// What a metric is.
    enum Kind {
        case counter, gauge, histogram
    }

    /// The numbers.
    struct Numbers {
        /// The value of a counter or a gauge, or the sum of a histogram.
        var value = 0.0

        /// The number of values in a histogram.
        var count: UInt64 = 0

        /// The number of values in each bucket, without those in the buckets before.
        var buckets = [UInt64](repeating: 0, count: MetricSeries.bounds.count)
    }

    /// The upper bounds of a histogram's buckets.
    static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    let kind: Kind
    private let state = Mutex(Numbers())

    init(_ kind: Kind) {
        self.kind = kind
    }

    var numbers: Numbers { state.withLock { $0 } }

    func increment(by amount: Int64) { increment(by: Double(amount)) }

    func increment(by amount: Double) { state.withLock { $0.value += amount } }

    func decrement(by amount: Double) { increment(by: -amount) }

    func reset() { state.withLock { $0 = Numbers() } }

    func set(_ value: Int64) { set(Double(value)) }

    func set(_ value: Double) { state.withLock { $0.value = value } }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        guard kind == .histogram else { return set(value) }
        state.withLock { numbers in
            numbers.value += value
            numbers.count += 1
            if let bucket = Self.bounds.firstIndex(where: { value <= $0 }) { numbers.buckets[bucket] += 1 }
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
}

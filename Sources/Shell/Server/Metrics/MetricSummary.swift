/// What was recorded of a metric, over all its dimensions.
public struct MetricSummary: Sendable {
    /// The value of a counter or a gauge; the sum of the values of a histogram, in seconds if it is that of a timer.
    public let value: Double

    /// The number of values of a histogram.
    public let count: UInt64

    private let buckets: [UInt64]

    init(_ numbers: [MetricSeries.Numbers]) {
        value = numbers.reduce(0) { $0 + $1.value }
        count = numbers.reduce(0) { $0 + $1.count }
        buckets = MetricSeries.bounds.indices.map { index in numbers.reduce(0) { $0 + $1.buckets[index] } }
    }

    /// The mean of the values of a histogram; `nil` without any.
    public var mean: Double? { count > 0 ? value / Double(count) : nil }

    /// A bound that a share of the values of a histogram do not exceed.
    ///
    /// - Parameter share: The share, from 0 to 1.
    /// - Returns: The least such bound of the histogram's buckets; `nil` if more values than the rest are beyond all.
    public func bound(ofShare share: Double) -> Double? {
        var total: UInt64 = 0
        for (bound, values) in zip(MetricSeries.bounds, buckets) {
            total += values
            if Double(total) >= share * Double(count) { return bound }
        }
        return nil
    }
}

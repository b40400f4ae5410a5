/// Counts of latencies in buckets of at most 3 % width, with memory for non-empty buckets only.
///
/// A writer keeps one for every second: a histogram of three digits takes 270 KB, this one usually a few hundred bytes.
struct SparseHistogram: Hashable, Sendable {
    /// The non-empty buckets, ascending.
    private var buckets: [UInt16] = []

    /// The number of latencies in each of them.
    private var counts: [UInt32] = []

    private(set) var total: UInt64 = 0

    /// Buckets per doubling of a value; values below twice this number have buckets of their own.
    private static let perDoubling = 32

    /// Adds a latency.
    ///
    /// - Complexity: O(log n) in the non-empty buckets; O(n) for the first latency of a bucket.
    mutating func record(_ nanoseconds: UInt64) {
        add(1, to: Self.bucket(of: nanoseconds))
    }

    /// Adds all latencies of another histogram.
    mutating func merge(_ other: SparseHistogram) {
        for (bucket, count) in zip(other.buckets, other.counts) { add(count, to: bucket) }
    }

    /// The latency at a percentile, to 1.6 %; `nil` if nothing was recorded.
    func percentile(_ percent: Double) -> UInt64? {
        let rank = max(1, UInt64((percent / 100 * Double(total)).rounded(.up)))
        var seen: UInt64 = 0
        for (bucket, count) in zip(buckets, counts) {
            seen += UInt64(count)
            if seen >= rank { return Self.middle(of: bucket) }
        }
        return nil
    }

    private mutating func add(_ count: UInt32, to bucket: UInt16) {
        var (low, high) = (0, buckets.count)
        while low < high {
            let middle = (low + high) / 2
            if buckets[middle] < bucket { low = middle + 1 } else { high = middle }
        }
        if low == buckets.count || buckets[low] != bucket {
            buckets.insert(bucket, at: low)
            counts.insert(0, at: low)
        }
        counts[low] &+= count
        total += UInt64(count)
    }

    private static func bucket(of value: UInt64) -> UInt16 {
        let shift = max(0, UInt64.bitWidth - value.leadingZeroBitCount - (perDoubling * 2).trailingZeroBitCount)
        return UInt16(shift * perDoubling + Int(value >> UInt64(shift)))
    }

    private static func middle(of bucket: UInt16) -> UInt64 {
        let shift = max(0, Int(bucket) / perDoubling - 1)
        let lowest = UInt64(Int(bucket) - shift * perDoubling) << UInt64(shift)
        return lowest + (UInt64(1) << UInt64(shift)) / 2
    }
}

import Synchronization

/// Live counts of a running load, for progress display: writers count without locks.
package final class LoadWatch: Sendable {
    /// The number of latency buckets for each power of two: a resolution of 1/8.
    private static let parts = 8

    private let events = Atomic<Int>(0)
    private let answers = Atomic<Int>(0)
    private let failures = Atomic<Int>(0)
    private let counts = InlineArray<512, Atomic<Int>> { _ in Atomic(0) }

    package init() {}

    /// The counts at one moment.
    package struct Sight: Sendable {
        /// Events appended or read.
        package var events = 0

        package var answers = 0
        package var failures = 0

        fileprivate var buckets: [Int] = []

        /// A percentile of the latencies since an earlier sight, in nanoseconds, to within an eighth; `nil` if there
        /// were none.
        package func percentile(_ percent: Double, since earlier: Sight) -> UInt64? {
            let new = buckets.indices.map { buckets[$0] - (earlier.buckets.isEmpty ? 0 : earlier.buckets[$0]) }
            let total = new.reduce(0, +)
            guard total > 0 else { return nil }
            var left = Int((Double(total) * percent / 100).rounded(.up))
            for (bucket, count) in new.enumerated() {
                left -= count
                if left <= 0 { return LoadWatch.upperEdge(of: bucket) }
            }
            return nil
        }
    }

    package var sight: Sight {
        Sight(
            events: events.load(ordering: .relaxed), answers: answers.load(ordering: .relaxed),
            failures: failures.load(ordering: .relaxed),
            buckets: counts.indices.map { counts[$0].load(ordering: .relaxed) })
    }

    package func note(events count: Int, nanoseconds: UInt64) {
        events.add(count, ordering: .relaxed)
        answers.add(1, ordering: .relaxed)
        counts[Self.bucket(of: nanoseconds)].add(1, ordering: .relaxed)
    }

    package func noteFailure() {
        failures.add(1, ordering: .relaxed)
    }

    private static func bucket(of nanoseconds: UInt64) -> Int {
        guard nanoseconds >= UInt64(parts) else { return Int(nanoseconds) }
        let power = 63 - nanoseconds.leadingZeroBitCount
        // The three bits after the leading one.
        return power * parts + Int(nanoseconds >> UInt64(power - 3)) % parts
    }

    private static func upperEdge(of bucket: Int) -> UInt64 {
        let (power, part) = bucket.quotientAndRemainder(dividingBy: parts)
        guard power >= 3 else { return UInt64(bucket) }
        let width = UInt64(1) << UInt64(power - 3)
        return (UInt64(parts + part) &* width) &+ (width - 1)
    }
}

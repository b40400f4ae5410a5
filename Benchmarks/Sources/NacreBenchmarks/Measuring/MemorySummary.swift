/// A process's anonymous memory over time, and whether it is flat.
struct MemorySummary: Hashable, Sendable, Codable {
    var maxBytes: UInt64
    var firstHalfMaxBytes: UInt64
    var secondHalfMaxBytes: UInt64
    var firstHalfMeanBytes: UInt64
    var secondHalfMeanBytes: UInt64

    /// The growth rate, by the line of best fit.
    var slopeBytesPerSecond: Double

    var samples: Int

    /// Whether it does not grow: the maximum of the second half exceeds that of the first by at most a tenth plus 8
    /// MiB.
    var isFlat: Bool { secondHalfMaxBytes <= firstHalfMaxBytes + firstHalfMaxBytes / 10 + (8 << 20) }

    /// Summarizes samples; `nil` if there are none, as on systems that do not report memory.
    init?(_ samples: [MemorySample]) {
        guard let first = samples.first, let last = samples.last else { return nil }
        let middle = (first.seconds + last.seconds) / 2
        let firstHalf = samples.filter { $0.seconds <= middle }.map(\.bytes)
        let secondHalf = samples.filter { $0.seconds > middle }.map(\.bytes)
        // With a single sample, both halves are that sample.
        let rest = secondHalf.isEmpty ? firstHalf : secondHalf
        firstHalfMaxBytes = firstHalf.max() ?? first.bytes
        secondHalfMaxBytes = rest.max() ?? first.bytes
        maxBytes = max(firstHalfMaxBytes, secondHalfMaxBytes)
        firstHalfMeanBytes = firstHalf.reduce(0, +) / UInt64(max(1, firstHalf.count))
        secondHalfMeanBytes = rest.reduce(0, +) / UInt64(max(1, rest.count))
        slopeBytesPerSecond = Self.slope(of: samples)
        self.samples = samples.count
    }

    private static func slope(of samples: [MemorySample]) -> Double {
        let count = Double(samples.count)
        let meanTime = samples.reduce(0) { $0 + $1.seconds } / count
        let meanBytes = samples.reduce(0) { $0 + Double($1.bytes) } / count
        let covariance = samples.reduce(0) { $0 + ($1.seconds - meanTime) * (Double($1.bytes) - meanBytes) }
        let variance = samples.reduce(0) { $0 + ($1.seconds - meanTime) * ($1.seconds - meanTime) }
        return variance > 0 ? covariance / variance : 0
    }
}

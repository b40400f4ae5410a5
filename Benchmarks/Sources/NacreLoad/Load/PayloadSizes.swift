import ArgumentParser
import Foundation

/// The sizes of a load's payloads, each drawn by its event's mark: the same seed gives the same sizes.
package enum PayloadSizes: Hashable, Sendable, Codable {
    case fixed(Int)
    case uniform(ClosedRange<Int>)

    /// A log-normal distribution, whose logarithm has a standard deviation of 1.
    ///
    /// Half of the sizes are smaller than the median, and a few are many times as large. Sizes are cut off at ``tail``
    /// times the median.
    case logNormal(median: Int)

    /// The maximum size of a log-normal distribution, in medians: one in 4,000 would be larger.
    package static let tail = 32

    /// The limit of an event's data.
    package static let greatest = 16 << 20

    package var upperBound: Int {
        switch self {
        case .fixed(let bytes): bytes
        case .uniform(let range): range.upperBound
        case .logNormal(let median): min(Self.greatest, median * Self.tail)
        }
    }

    package var lowerBound: Int {
        switch self {
        case .fixed(let bytes): bytes
        case .uniform(let range): range.lowerBound
        case .logNormal: EventMark.size
        }
    }

    /// The approximate mean of all sizes.
    package var mean: Int {
        switch self {
        case .fixed(let bytes): bytes
        case .uniform(let range): (range.lowerBound + range.upperBound) / 2
        // The mean of a log-normal distribution is its median times e^(σ² ÷ 2).
        case .logNormal(let median): Int(Double(median) * exp(0.5))
        }
    }

    package var isFixed: Bool { lowerBound == upperBound }

    /// The size, from ``lowerBound`` to ``upperBound``, for a number.
    ///
    /// - Complexity: O(1).
    package func size(for number: UInt64) -> Int {
        switch self {
        case .fixed(let bytes): return bytes
        case .uniform(let range):
            var random = SplitMix64(seed: number)
            return range.lowerBound + random.next(below: range.count)
        case .logNormal(let median):
            var random = SplitMix64(seed: number)
            // Box and Muller, "A note on the generation of random normal deviates", 1958.
            let radius = (-2 * log(1 - Double(random.next() >> 11) * 0x1p-53)).squareRoot()
            let normal = radius * cos(2 * .pi * Double(random.next() >> 11) * 0x1p-53)
            return min(max(Int(Double(median) * exp(normal)), lowerBound), upperBound)
        }
    }
}

extension PayloadSizes: ExpressibleByArgument, CustomStringConvertible {
    /// Reads `256`, `64-4096` or `median:256`.
    package init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        if argument.hasPrefix("median:"), let median = Int(argument.dropFirst("median:".count)) {
            self = .logNormal(median: median)
        } else if parts.count == 1, let bytes = parts[0] {
            self = .fixed(bytes)
        } else if parts.count == 2, let low = parts[0], let high = parts[1], low <= high {
            self = .uniform(low...high)
        } else {
            return nil
        }
    }

    package var description: String {
        switch self {
        case .fixed(let bytes): "\(bytes)"
        case .uniform(let range): "\(range.lowerBound)-\(range.upperBound)"
        case .logNormal(let median): "median:\(median)"
        }
    }
}

import ArgumentParser
import Foundation

/// The due times of appends, independent of the answers to earlier ones.
package struct Arrivals: Hashable, Sendable, Codable {
    package enum Spacing: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
        /// As from many independent callers: the gaps are exponential.
        case poisson

        case fixed
    }

    /// Appends per second at the beginning, on average.
    package var rate: Double

    /// Appends per second at the end, approached linearly; `nil` for a constant rate.
    package var lastRate: Double?

    package var spacing = Spacing.poisson

    package init(rate: Double, lastRate: Double? = nil, spacing: Spacing = .poisson) {
        (self.rate, self.lastRate, self.spacing) = (rate, lastRate, spacing)
    }

    /// Draws the due times of appends, in order, as nanoseconds from the beginning.
    package func dues(seconds: Double, seed: UInt64) -> [UInt64] {
        var random = SplitMix64(seed: seed ^ 0xA076_1D64_78BD_642F)
        let growth = ((lastRate ?? rate) - rate) / seconds
        var expected = 0.0
        var dues: [UInt64] = []
        while true {
            expected += spacing == .fixed ? 1 : -log(1 - Double(random.next() >> 11) * 0x1p-53)
            let due = moment(of: expected, growth: growth)
            // At a rate of zero, the next append is never due, and its time does not fit an integer.
            guard due < seconds else { return dues }
            dues.append(UInt64(due * 1e9))
        }
    }

    /// The expected number of appends up to a moment, in seconds from the beginning.
    package func expected(at moment: Double, of seconds: Double) -> Double {
        rate * moment + ((lastRate ?? rate) - rate) / seconds * moment * moment / 2
    }

    /// The time in seconds at which the given number of appends is expected: rate × *t* + growth ÷ 2 × *t*² solved for
    /// *t*.
    ///
    /// A process with a varying rate is one of rate 1 on a transformed clock (Çinlar, "Introduction to stochastic
    /// processes", 1975, section 4.7).
    private func moment(of expected: Double, growth: Double) -> Double {
        guard growth != 0 else { return rate > 0 ? expected / rate : .infinity }
        let discriminant = rate * rate + 2 * growth * expected
        // A falling rate may never reach that number.
        guard discriminant >= 0 else { return .infinity }
        return 2 * expected / (rate + discriminant.squareRoot())
    }
}

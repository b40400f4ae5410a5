import ArgumentParser
import Foundation

/// When appends are due, whether or not those before them have been answered.
struct Arrivals: Hashable, Sendable, Codable {
    /// How far apart they are.
    enum Spacing: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
        /// As of many callers who know nothing of each other: the gaps are exponential.
        case poisson

        /// All gaps alike.
        case fixed
    }

    /// Appends a second at the beginning, on average.
    var rate: Double

    /// Appends a second at the end, to which the rate goes evenly; the same as at the beginning where it is `nil`.
    var lastRate: Double?

    /// How far apart they are.
    var spacing = Spacing.poisson

    /// Draws the moments at which appends are due, in order, as nanoseconds from the beginning.
    func dues(seconds: Double, seed: UInt64) -> [UInt64] {
        var random = SplitMix64(seed: seed ^ 0xA076_1D64_78BD_642F)
        let growth = ((lastRate ?? rate) - rate) / seconds
        var expected = 0.0
        var dues: [UInt64] = []
        while true {
            expected += spacing == .fixed ? 1 : -log(1 - Double(random.next() >> 11) * 0x1p-53)
            let due = moment(of: expected, growth: growth)
            // With a rate of nothing the next append is never due, and no integer says when.
            guard due < seconds else { return dues }
            dues.append(UInt64(due * 1e9))
        }
    }

    /// How many appends are expected to have come by a moment, in seconds from the beginning.
    func expected(at moment: Double, of seconds: Double) -> Double {
        rate * moment + ((lastRate ?? rate) - rate) / seconds * moment * moment / 2
    }

    /// When so many appends are expected to have come: rate × *t* + growth ÷ 2 × *t*² solved for *t*, in seconds.
    ///
    /// A process whose rate changes is one of rate 1 on a clock of its own (Çinlar, "Introduction to stochastic
    /// processes", 1975, section 4.7).
    private func moment(of expected: Double, growth: Double) -> Double {
        guard growth != 0 else { return rate > 0 ? expected / rate : .infinity }
        let discriminant = rate * rate + 2 * growth * expected
        // A rate that sinks may never bring so many.
        guard discriminant >= 0 else { return .infinity }
        return 2 * expected / (rate + discriminant.squareRoot())
    }
}

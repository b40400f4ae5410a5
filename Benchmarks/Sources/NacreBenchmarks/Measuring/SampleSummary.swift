/// Samples of one figure, with a short summary.
struct SampleSummary: Hashable, Sendable, Codable {
    /// The middle sample, or the mean of the two in the middle.
    var median: Double

    var min: Double
    var max: Double

    /// All samples, in the order taken.
    var samples: [Double]

    /// Whether the samples are independent.
    ///
    /// Turns on one growing store are not: their spread is not random.
    var areIndependent = true

    /// Summarizes samples; `nil` if there are none.
    init?(_ samples: [Double]) {
        guard let min = samples.min(), let max = samples.max() else { return nil }
        self.min = min
        self.max = max
        self.samples = samples
        median = Self.median(of: samples)
    }

    /// The same samples, marked as dependent.
    var ofOneStore: SampleSummary {
        var summary = self
        summary.areIndependent = false
        return summary
    }

    /// Ratios of samples of the same rounds, by index: a machine that slows down for longer than a round slows both.
    init?(ratiosOf numerators: [Double], to denominators: [Double]) {
        guard numerators.count == denominators.count, denominators.allSatisfy({ $0 > 0 }) else { return nil }
        self.init(zip(numerators, denominators).map { $0 / $1 })
    }

    /// The middle sample, or the mean of the two in the middle; there must be at least one.
    static func median(of samples: [Double]) -> Double {
        let sorted = samples.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}

extension SampleSummary {
    private enum CodingKeys: String, CodingKey {
        case median
        case min
        case max
        case samples
        case areIndependent
        case interval
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(median, forKey: .median)
        try container.encode(min, forKey: .min)
        try container.encode(max, forKey: .max)
        try container.encode(samples, forKey: .samples)
        if !areIndependent { try container.encode(false, forKey: .areIndependent) }
        // Written for readers only: it follows from the samples, and is not decoded.
        try container.encodeIfPresent(interval, forKey: .interval)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        median = try container.decode(Double.self, forKey: .median)
        min = try container.decode(Double.self, forKey: .min)
        max = try container.decode(Double.self, forKey: .max)
        samples = try container.decode([Double].self, forKey: .samples)
        areIndependent = try container.decodeIfPresent(Bool.self, forKey: .areIndependent) ?? true
    }
}

/// How two contenders compare: the median of the ratios of slices of the same round.
struct RatioReport: Hashable, Sendable, Codable {
    var numerator: String
    var denominator: String

    /// What is compared; events a second where it is missing.
    var quantity: String?

    /// `nil`, written as null, where an audit failed.
    var ratio: SampleSummary?

    /// What makes the two hardly comparable, where something does.
    var warning: String?

    private enum CodingKeys: String, CodingKey {
        case numerator
        case denominator
        case quantity
        case ratio
        case warning
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(numerator, forKey: .numerator)
        try container.encode(denominator, forKey: .denominator)
        try container.encodeIfPresent(quantity, forKey: .quantity)
        try container.encode(ratio, forKey: .ratio)
        try container.encodeIfPresent(warning, forKey: .warning)
    }
}

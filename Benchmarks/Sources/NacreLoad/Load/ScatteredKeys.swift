/// Draws keys so that the popular ones of Zipf's distribution are scattered over all of them, as YCSB does.
///
/// Streams with adjacent numbers were filled by the same writer.
package struct ScatteredKeys: Sendable {
    private var choice: KeyChoice
    private let stride: Int

    /// Makes a choice among `count` keys.
    package init(_ distribution: KeyDistribution, count: Int, exponent: Double) {
        choice = KeyChoice(distribution, count: count, exponent: exponent)
        var stride = 1
        if distribution == .zipf {
            // Coprime to the count, so that every key is reached; near the golden section, so that adjacent keys are
            // far apart.
            stride = max(1, Int(Double(count) * 0.618_033_988_749_895))
            while Self.divisor(stride, count) != 1 { stride += 1 }
        }
        self.stride = stride
    }

    package mutating func next(using random: inout SplitMix64) -> Int {
        Int((UInt64(choice.next(using: &random)) &* UInt64(stride)) % UInt64(choice.count))
    }

    /// Adds new keys; under Zipf's distribution, only the original keys are scattered.
    package mutating func grow(to count: Int) {
        if choice.distribution != .zipf { choice.grow(to: count) }
    }

    /// The greatest common divisor, by Euclid's algorithm.
    private static func divisor(_ one: Int, _ other: Int) -> Int {
        var (one, other) = (one, other)
        while other != 0 { (one, other) = (other, one % other) }
        return one
    }
}

/// A seeded random number generator: SplitMix64 (Steele, Lea and Flood, 2014).
public struct SimulationRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator.
    ///
    /// - Parameter seed: The seed, which determines all numbers.
    public init(seed: UInt64) { state = seed }

    /// Draws a number.
    ///
    /// - Returns: A uniformly distributed number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Draws whether an event of a given probability occurs.
    ///
    /// - Parameter probability: The probability: 0 for never, 1 for always.
    /// - Returns: Whether it occurs.
    public mutating func chance(_ probability: Double) -> Bool {
        guard probability > 0 else { return false }
        return Double(next() >> 11) < probability * 0x1p53
    }

    /// Draws a number from 0 to below a bound, which is at least 1.
    mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() % UInt64(max(bound, 1))) }
}

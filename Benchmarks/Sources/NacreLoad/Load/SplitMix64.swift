/// A small seeded generator: the same seed gives the same load, in Swift and in the ceiling's C.
///
/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// The generator's output for a state: a fast mix of its bits.
    package static func hash(_ number: UInt64) -> UInt64 {
        var random = SplitMix64(seed: number)
        return random.next()
    }

    /// A number below a bound, uniform except for a bias below bound ÷ 2⁶⁴.
    ///
    /// - Complexity: O(1), one multiplication: no rejection, so that C draws the same.
    package mutating func next(below bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }
}

extension MicroBenchmark {
    /// A loop of arithmetic, independent of the store: its count changes only with the compiler or the counting method.
    ///
    /// If all counts have changed and this one too, the store is not the cause.
    static let calibration = MicroBenchmark("calibration.mix", per: "number") { _ in
        let numbers = 10_000
        let sum = (0..<UInt64(numbers)).reduce(0) { $0 &+ mixed($1) }
        return MicroWork(units: numbers) {
            var found: UInt64 = 0
            for number in 0..<UInt64(numbers) { found &+= mixed(number) }
            return found == sum ? numbers : 0
        }
    }
}

/// A pseudorandom number (the mix of SplitMix64: Steele, Lea and Flood, 2014).
@inline(never)
func mixed(_ number: UInt64) -> UInt64 {
    var z = (number &+ 1) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
}

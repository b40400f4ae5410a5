/// A slowdown on purpose, to see that whoever compares programs finds it: each unit of work costs so much more
/// processor time.
struct PlantedSlowdown: Hashable, Sendable {
    /// How much more, in percent of what the work itself took.
    var percent: Double

    static let none = PlantedSlowdown(percent: 0)

    /// What a report with it has to say: its figures mean nothing.
    var warnings: [String] {
        guard percent > 0 else { return [] }
        return [
            "A SLOWDOWN OF \(decimal(percent, decimals: 1)) % IS PLANTED: the figures mean nothing but to whoever looks "
                + "whether it is found"
        ]
    }

    /// Keeps this thread at work for the share of what some work took.
    ///
    /// It takes processor time and not just time: where others have the processor meanwhile, it takes longer, as the
    /// work itself would.
    func burn(shareOf nanoseconds: UInt64) {
        guard percent > 0 else { return }
        let end = ProcessorTime.ofThread + UInt64(Double(nanoseconds) * percent / 100)
        var number: UInt64 = 0
        while ProcessorTime.ofThread < end {
            // The clock is a call of the system: most of the time is to be the program's own.
            for _ in 0..<256 { number = SplitMix64.hash(number) }
        }
    }
}

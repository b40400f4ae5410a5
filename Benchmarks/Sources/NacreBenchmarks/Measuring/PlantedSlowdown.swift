/// A deliberate slowdown, to check that comparisons detect it: each unit of work costs more processor time.
struct PlantedSlowdown: Hashable, Sendable {
    /// The additional time, in percent of the work's own time.
    var percent: Double

    static let none = PlantedSlowdown(percent: 0)

    /// The warnings for a report with a slowdown: its figures are invalid.
    var warnings: [String] {
        guard percent > 0 else { return [] }
        return [
            "A SLOWDOWN OF \(decimal(percent, decimals: 1)) % IS PLANTED: the figures mean nothing but to whoever looks "
                + "whether it is found"
        ]
    }

    /// Keeps this thread busy for the given share of some work's time.
    ///
    /// It burns processor time: if other threads have the processor, it takes longer, as the work itself would.
    func burn(shareOf nanoseconds: UInt64) {
        guard percent > 0 else { return }
        let end = ProcessorTime.ofThread + UInt64(Double(nanoseconds) * percent / 100)
        var number: UInt64 = 0
        while ProcessorTime.ofThread < end {
            // Reading the clock is a system call: most of the time must be spent in the program itself.
            for _ in 0..<256 { number = SplitMix64.hash(number) }
        }
    }
}

/// A deliberate slowdown, to check that comparisons detect it: each unit of work costs more processor time.
package struct PlantedSlowdown: Hashable, Sendable {
    /// The additional time, in percent of the work's own time.
    package var percent: Double

    package init(percent: Double) { self.percent = percent }

    package static let none = PlantedSlowdown(percent: 0)

    /// The warnings for a report with a slowdown: its figures are invalid.
    package var warnings: [String] {
        guard percent > 0 else { return [] }
        return [
            "A SLOWDOWN OF \(decimal(percent, decimals: 1)) % IS PLANTED: the figures only test whether "
                + "comparisons find it"
        ]
    }

    /// Keeps this thread busy for the given share of some work's time.
    ///
    /// It burns processor time: if other threads have the processor, it takes longer, as the work itself would.
    package func burn(shareOf nanoseconds: UInt64) {
        guard percent > 0 else { return }
        let end = ProcessorTime.ofThread + UInt64(Double(nanoseconds) * percent / 100)
        var number: UInt64 = 0
        while ProcessorTime.ofThread < end {
            // Reading the clock is a system call: most of the time must be spent in the program itself.
            for _ in 0..<256 { number = SplitMix64.hash(number) }
        }
    }
}

extension ReplaySlice {
    /// Slows the slice down: burns the given share of its passes' time, and adds that time to them.
    package mutating func plant(_ slowdown: PlantedSlowdown) {
        guard slowdown.percent > 0, !passes.isEmpty else { return }
        let (processorTime, start) = (ProcessorTime.ofThread, monotonicNanoseconds())
        slowdown.burn(shareOf: self.processorTime)
        let each = (monotonicNanoseconds() - start) / UInt64(passes.count)
        self.processorTime += ProcessorTime.ofThread - processorTime
        passes = passes.map { $0 + each }
    }
}

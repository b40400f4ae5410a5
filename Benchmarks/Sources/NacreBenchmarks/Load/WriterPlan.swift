import Nacre

/// The appends of one writer, one after the other: drawn from the load's seed, the same in every run.
struct WriterPlan: Sendable {
    /// One append: so many events to one stream.
    struct Step: Hashable, Sendable {
        /// The stream's number.
        var stream: Int

        /// The sequence number of the first event.
        var firstSequence: UInt64
    }

    private let streams: Range<Int>
    private let eventsPerAppend: UInt64
    private var random: SplitMix64
    private var sequence: UInt64 = 0

    /// Plans the appends of a writer of a load.
    init(load: AppendLoad, writer: Int) {
        streams = load.streams(of: writer)
        eventsPerAppend = UInt64(load.eventsPerAppend)
        // Writer 0 draws from the seed itself, as the ceiling's one writer does.
        random = SplitMix64(seed: load.seed &+ UInt64(writer) &* 0xD1B5_4A32_D192_ED03)
    }

    /// The next append.
    ///
    /// - Complexity: O(1).
    mutating func next() -> Step {
        defer { sequence += eventsPerAppend }
        return Step(stream: streams.lowerBound + random.next(below: streams.count), firstSequence: sequence)
    }
}

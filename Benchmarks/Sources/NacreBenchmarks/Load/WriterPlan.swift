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

    // The streams of a round in their order, and how many of them are left; empty where streams are drawn.
    private var round: [Int] = []
    private var leftOfRound = 0

    /// Plans the appends of a writer of a load.
    init(load: AppendLoad, writer: Int) {
        streams = load.streams(of: writer)
        eventsPerAppend = UInt64(load.eventsPerAppend)
        // Writer 0 draws from the seed itself, as the ceiling's one writer does.
        random = SplitMix64(seed: load.seed &+ UInt64(writer) &* 0xD1B5_4A32_D192_ED03)
        if load.order == .rounds { round = Array(streams) }
    }

    /// The next append.
    ///
    /// - Complexity: O(1).
    mutating func next() -> Step {
        defer { sequence += eventsPerAppend }
        return Step(stream: nextStream(), firstSequence: sequence)
    }

    private mutating func nextStream() -> Int {
        guard !round.isEmpty else { return streams.lowerBound + random.next(below: streams.count) }
        if leftOfRound == 0 { leftOfRound = round.count }
        // Fisher and Yates' shuffle, a step at a time.
        let drawn = random.next(below: leftOfRound)
        leftOfRound -= 1
        round.swapAt(drawn, leftOfRound)
        return round[leftOfRound]
    }
}

/// In which order a writer appends to its streams.
enum StreamOrder: String, Codable, Sendable {
    /// Drawn uniformly for each append.
    case drawn

    /// In rounds, each in an order of its own: every stream has an event of every round.
    case rounds
}

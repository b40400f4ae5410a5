import Nacre

/// The sequence of one writer's appends, drawn from the load's seed, the same in every run.
package struct WriterPlan: Sendable {
    /// One append, to one stream or divided evenly among several.
    package struct Step: Hashable, Sendable {
        package var stream: Int

        /// The numbers of the other streams, all different.
        var otherStreams: [Int] = []

        package var firstSequence: UInt64
    }

    /// The number of a writer's appends per new stream, if the latest streams are preferred.
    static let appendsPerNewStream = 10

    private let streams: Range<Int>
    private let eventsPerAppend: UInt64
    private let streamsPerAppend: Int
    private var random: SplitMix64
    private var choice: KeyChoice
    private var sequence: UInt64 = 0
    package private(set) var last: Step?

    // The streams of a round in their order, and how many of them are left; empty if streams are drawn.
    private var round: [Int] = []
    private var leftOfRound = 0

    // The streams of a file's events, in the file's order; empty without a file.
    private var recorded: [Int] = []

    package init(load: AppendLoad, writer: Int) {
        streams = load.streams(of: writer)
        eventsPerAppend = UInt64(load.eventsPerAppend)
        streamsPerAppend = load.streamsPerAppend
        // Writer 0 draws from the seed itself, as the ceiling's single writer does.
        random = SplitMix64(seed: load.seed &+ UInt64(writer) &* 0xD1B5_4A32_D192_ED03)
        // An append to several streams needs at least as many to choose from.
        let first = load.distribution == .latest ? min(streams.count, streamsPerAppend) : streams.count
        choice = KeyChoice(load.distribution, count: first, exponent: load.exponent)
        if load.order == .rounds { round = Array(streams) }
        if let file = load.recorded { recorded = file.indexes(inStreams: streams).map { file.events[$0].stream } }
    }

    /// The next append.
    ///
    /// - Complexity: O(1) for one stream; O(*n*²) in the streams of an append.
    package mutating func next() -> Step {
        defer { sequence += eventsPerAppend }
        var step = Step(stream: nextStream(), firstSequence: sequence)
        while step.otherStreams.count < streamsPerAppend - 1 {
            let stream = nextStream()
            if stream != step.stream, !step.otherStreams.contains(stream) { step.otherStreams.append(stream) }
        }
        let appends = sequence / eventsPerAppend + 1
        if choice.distribution == .latest, appends.isMultiple(of: UInt64(Self.appendsPerNewStream)) {
            choice.grow(to: min(streams.count, choice.count + 1))
        }
        last = step
        return step
    }

    private mutating func nextStream() -> Int {
        if !recorded.isEmpty { return recorded[Int(sequence % UInt64(recorded.count))] }
        guard !round.isEmpty else { return streams.lowerBound + choice.next(using: &random) }
        if leftOfRound == 0 { leftOfRound = round.count }
        // The Fisher–Yates shuffle, one step at a time.
        let drawn = random.next(below: leftOfRound)
        leftOfRound -= 1
        round.swapAt(drawn, leftOfRound)
        return round[leftOfRound]
    }
}

/// The order in which a writer appends to its streams.
package enum StreamOrder: String, Codable, Sendable {
    /// Drawn for each append.
    case drawn

    /// In rounds, each in a random order: every stream has an event of every round.
    case rounds
}

extension WriterPlan.Step {
    var streamCount: Int { 1 + otherStreams.count }

    package func stream(_ index: Int) -> Int { index == 0 ? stream : otherStreams[index - 1] }

    package func mark(_ offset: Int, of writer: UInt32, in load: AppendLoad) -> EventMark {
        let share = load.eventsPerAppend / streamCount
        return EventMark(
            writer: writer, stream: UInt32(stream(offset / share)), sequence: firstSequence &+ UInt64(offset))
    }
}

/// Rounds in each of which two programs did the same work, one right behind the other, taking turns in who comes first.
///
/// What a machine does for longer than a round (a processor that is hot, a neighbour that is busy, a disk that fills)
/// meets both programs of the round, and leaves their ratio as it is; what it does to whoever comes first meets both
/// equally often. Each run is a process of its own, so that what chance decides once in a process (where its memory
/// lies, in which order its dictionaries are) is drawn anew for every sample: slices of one process share it, and many
/// of them are no more than one (Kalibera and Jones, "Rigorous Benchmarking in Reasonable Time", 2013; Mytkowicz and
/// others, "Producing Wrong Data Without Doing Anything Obviously Wrong!", 2009). So a run is one sample: the median
/// of its slices.
struct AlternatedRounds: Sendable {
    /// What both programs said in one round.
    struct Round: Sendable {
        var first: BenchmarkReport
        var second: BenchmarkReport
    }

    private(set) var rounds: [Round] = []

    /// Which of the programs begins a round: the first in even ones, the second in odd ones.
    static func secondBegins(round: Int) -> Bool { !round.isMultiple(of: 2) }

    /// Takes a round in.
    ///
    /// - Throws: ``HarnessError`` where the figures of a report mean nothing, or the work was not that of the rounds
    ///   before.
    mutating func add(_ round: Round) throws(HarnessError) {
        try round.first.requireFigures("a report of the first program")
        try round.second.requireFigures("a report of the second program")
        for report in [round.first, round.second] {
            let before = rounds.first?.first ?? round.first
            guard report.runs.map({ Work($0) }) == before.runs.map({ Work($0) }) else {
                throw ReportComparison.nothingInCommon(before, report)
            }
        }
        rounds.append(round)
    }
}

extension ReportComparison {
    /// Compares two programs by the ratios of rounds.
    ///
    /// Every figure counts: rates, latencies, and, where the workload tells it, the processor time that an event takes,
    /// which other processes disturb less.
    ///
    /// - Throws: ``HarnessError`` where there is nothing to compare.
    init(of alternated: AlternatedRounds, within tolerance: Double) throws(HarnessError) {
        guard let round = alternated.rounds.first, let last = alternated.rounds.last else {
            throw HarnessError("no rounds, nothing to compare")
        }
        var lines: [Line] = []
        for (index, run) in round.first.runs.enumerated() {
            for quantity in RoundQuantity.allCases {
                let pairs = alternated.rounds.compactMap { round -> (before: Double, after: Double)? in
                    guard let before = quantity.value(in: round.first.runs[index]),
                        let after = quantity.value(in: round.second.runs[index]), before > 0
                    else { return nil }
                    return (before, after)
                }
                // Of a round that lacks it nobody can say how it would have been; where the first program never has it,
                // there is nothing to hold the second against.
                let before = alternated.rounds.compactMap { quantity.value(in: $0.first.runs[index]) }
                let after = alternated.rounds.compactMap { quantity.value(in: $0.second.runs[index]) }
                guard before.contains(where: { $0 > 0 }) else { continue }
                let isWhole = pairs.count == alternated.rounds.count
                let difference = isWhole ? MedianRatio(ofPairs: pairs.map { $0.after / $0.before }) : nil
                lines.append(
                    Line(
                        name: Work(run).label, quantity: quantity.rawValue, unit: quantity.unit,
                        first: Side(before), second: Side(after), difference: difference,
                        verdict: difference?.verdict(within: tolerance, moreIsBetter: quantity.moreIsBetter)
                            ?? .undecided,
                        counts: true))
            }
        }
        guard !lines.isEmpty else {
            throw HarnessError(.badInput, "the reports have neither rates nor latencies to compare")
        }
        var notes = Self.notes(round.first, last.second, common: round.first.runs.count)
        let warnings = Set(alternated.rounds.flatMap { $0.first.environment.warnings + $0.second.environment.warnings })
        notes += warnings.subtracting(notes).sorted()
        self.init(
            lines: lines, confidence: MedianRatio.pairedConfidence, fewestRounds: MedianRatio.fewestPairs, notes: notes)
    }
}

/// What one run of a program gives one sample of.
enum RoundQuantity: String, CaseIterable, Sendable {
    case rate = "events/s"
    case processorTime = "processor time an event"
    case latency = "p50"
    case longLatency = "p99"

    /// Whether the greater figure is the better one.
    var moreIsBetter: Bool { self == .rate }

    var unit: Figure.Unit { self == .rate ? .perSecond : .nanoseconds }

    /// The sample; `nil` where the run has none.
    func value(in run: RunReport) -> Double? {
        switch self {
        case .rate: run.eventsPerSecond?.median
        case .processorTime: run.figures.first { $0.name == ProcessorTime.perEvent }?.value
        case .latency: run.latencyNanoseconds.map { Double($0.p50) }
        case .longLatency: run.sliceP99?.median
        }
    }
}

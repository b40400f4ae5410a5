/// Rounds in each of which two programs did the same work, one directly after the other, in alternating order.
///
/// Influences that last longer than a round (a hot processor, a busy neighbour, a disk that fills) affect both programs
/// of the round, and leave their ratio unchanged. Advantages of the first or second place affect both equally often.
///
/// Each run is a process of its own, so that what is random per process (the addresses of its memory, the order of its
/// dictionaries) is drawn again for every sample. Slices of one process share it, so that many of them are worth no
/// more than one; a run is therefore one sample: the median of its slices. Sources: Kalibera and Jones, "Rigorous
/// Benchmarking in Reasonable Time", 2013; Mytkowicz and others, "Producing Wrong Data Without Doing Anything Obviously
/// Wrong!", 2009.
struct AlternatedRounds: Sendable {
    struct Round: Sendable {
        var first: BenchmarkReport
        var second: BenchmarkReport
    }

    private(set) var rounds: [Round] = []

    /// Whether the second program begins a round: the first begins even rounds, the second odd ones.
    static func secondBegins(round: Int) -> Bool { !round.isMultiple(of: 2) }

    /// Adds a round.
    ///
    /// - Throws: ``HarnessError`` if the figures of a report are invalid, or its work differs from that of the rounds
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
    /// Every figure counts: rates, latencies, and, if the workload reports it, the processor time per event, which
    /// other processes disturb less.
    ///
    /// - Throws: ``HarnessError`` if there is nothing to compare.
    init(of alternated: AlternatedRounds, within tolerance: Double) throws(HarnessError) {
        guard let round = alternated.rounds.first, let last = alternated.rounds.last else {
            throw HarnessError("no rounds, nothing to compare")
        }
        let lines = round.first.runs.indices.flatMap { index in
            RoundQuantity.allCases.compactMap { quantity -> Line? in
                let before = alternated.rounds.compactMap { quantity.value(in: $0.first.runs[index]) }
                let after = alternated.rounds.compactMap { quantity.value(in: $0.second.runs[index]) }
                // If the first program never has the quantity, the second cannot be compared.
                guard before.contains(where: { $0 > 0 }) else { return nil }
                // A round without the quantity has no ratio.
                let isWhole = [before, after].allSatisfy { $0.count == alternated.rounds.count }
                let difference = isWhole ? MedianRatio(ofPairs: zip(after, before).map { $0 / $1 }) : nil
                return Line(
                    name: Work(round.first.runs[index]).label, quantity: quantity.rawValue, unit: quantity.unit,
                    first: Side(before), second: Side(after), difference: difference,
                    verdict: difference?.verdict(within: tolerance, moreIsBetter: quantity == .rate) ?? .undecided,
                    counts: true)
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

/// A quantity of which one run of a program gives one sample.
enum RoundQuantity: String, CaseIterable, Sendable {
    case rate = "events/s"
    case processorTime = "processor time an event"
    case latency = "p50"
    case longLatency = "p99"

    var unit: Figure.Unit { self == .rate ? .perSecond : .nanoseconds }

    func value(in run: RunReport) -> Double? {
        switch self {
        case .rate: run.eventsPerSecond?.median
        case .processorTime: run.figures.first { $0.name == ProcessorTime.perEvent }?.value
        case .latency: run.latencyNanoseconds.map { Double($0.p50) }
        case .longLatency: run.sliceP99?.median
        }
    }
}

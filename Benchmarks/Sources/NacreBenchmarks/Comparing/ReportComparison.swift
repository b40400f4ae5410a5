/// How two reports of the same work differ.
struct ReportComparison: Hashable, Sendable {
    /// One figure that a report has, or both have.
    struct Line: Hashable, Sendable {
        /// Whose figure it is.
        var name: String

        /// What was compared: `events/s`, a latency, or a ratio to another engine of the same call.
        var quantity: String

        /// What the medians count.
        var unit: Figure.Unit

        /// What the figure was in the first report, and in the second; `nil` where that has none.
        var first: Side?
        var second: Side?

        /// `nil` where there are too few samples, one is not positive, or a side has none.
        var difference: MedianRatio?

        var verdict: Verdict

        /// Whether it counts for the whole: where engines were measured in turns, their ratios do, and rates and
        /// latencies, which the machine decides as well, do not.
        var counts: Bool
    }

    /// What a figure was on one side.
    struct Side: Hashable, Sendable {
        var median: Double
        var rounds: Int

        /// Sums samples up; `nil` where there is none.
        init?(_ samples: [Double]) {
            guard !samples.isEmpty else { return nil }
            (median, rounds) = (SampleSummary.median(of: samples), samples.count)
        }
    }

    var lines: [Line]

    /// With what share of certainty each interval holds the difference, at least.
    var confidence = MedianRatio.confidence

    /// Of fewer rounds than this, on either side, there is no interval.
    var fewestRounds = MedianRatio.fewestSamples

    /// What only one of the reports has, and what makes the comparison worth less.
    var notes: [String]

    /// The worst that is said of what counts.
    var verdict: Verdict {
        let verdicts = lines.filter(\.counts).map(\.verdict)
        for verdict in [Verdict.slower, .undecided, .equal, .faster] where verdicts.contains(verdict) { return verdict }
        return .undecided
    }

    init(lines: [Line], confidence: Double, fewestRounds: Int, notes: [String]) {
        self.lines = lines
        self.confidence = confidence
        self.fewestRounds = fewestRounds
        self.notes = notes
    }

    /// Compares two reports.
    ///
    /// Each was measured as a whole, before or after the other: what the machine did meanwhile is in their difference,
    /// and the interval does not know of it. Where programs are compared and not days, ``AlternatedRounds`` do better.
    ///
    /// - Throws: ``HarnessError`` where the figures of one mean nothing, or the two have nothing in common that can
    ///   be compared.
    init(of second: BenchmarkReport, to first: BenchmarkReport, within tolerance: Double) throws(HarnessError) {
        for (name, report) in [("first", first), ("second", second)] {
            try report.requireFigures("the \(name) report")
        }
        let knowsOptions = [first, second].map { report in report.runs.contains { $0.parameters.options != nil } }
        let tells = knowsOptions[0] == knowsOptions[1]
        let common = Self.pairs(first.runs, second.runs) { Work($0, withOptions: tells) }
        guard !common.isEmpty else { throw Self.nothingInCommon(first, second) }
        let ratios = Self.pairs(first.ratios, second.ratios, of: common)
        let engines = Dictionary(first.runs.map { ($0.name, $0.engine) }) { one, _ in one }
        let isBetweenEngines = ratios.contains { $0.0.isBetweenEngines(engines) }
        lines = Self.ownLines(of: common, within: tolerance, counts: !isBetweenEngines)
        lines += Self.sharedLines(of: ratios, common, within: tolerance) { $0.isBetweenEngines(engines) }
        guard !lines.isEmpty else {
            throw HarnessError(
                .badInput,
                "the reports have neither rates nor latencies nor ratios to compare: \(first.runs[0].workload.rawValue) "
                    + "measures something else, or they are of a harness that did not write them")
        }
        notes = Self.notes(first, second, common: common.count)
        if !tells { notes.append("one of the reports does not say all that it was told: see that the calls are alike") }
    }

    /// What both lists have, in the order of the first.
    static func pairs<Element, Key: Hashable>(
        _ first: [Element], _ second: [Element], by key: (Element) -> Key
    ) -> [(Element, Element)] {
        let others = Dictionary(second.map { (key($0), $0) }) { one, _ in one }
        return first.compactMap { one in others[key(one)].map { (one, $0) } }
    }

    static func nothingInCommon(_ first: BenchmarkReport, _ second: BenchmarkReport) -> HarnessError {
        let works = [first, second].map { report in report.runs.map { Work($0).description }.joined(separator: "; ") }
        return HarnessError(
            .badInput,
            "the reports are of different work, engines or durability, and are not compared: \(works[0]); against "
                + works[1])
    }

    static func notes(_ first: BenchmarkReport, _ second: BenchmarkReport, common: Int) -> [String] {
        var notes: [String] = []
        let (one, other) = (first.environment, second.environment)
        for (name, before, after) in [
            ("processor", one.cpu, other.cpu), ("number of cores", "\(one.cores)", "\(other.cores)"),
            ("kernel", one.kernel, other.kernel), ("file system", one.fileSystem, other.fileSystem),
        ] where before != after {
            notes.append("another \(name), \(before) and \(after): believe ratios rather than rates")
        }
        // Older reports do not say how it was mounted.
        if let before = one.mountOptions, let after = other.mountOptions, before != after {
            notes.append(
                "the file system is mounted otherwise, \(before) and \(after): believe ratios rather than rates")
        }
        for warning in Set(one.warnings + other.warnings).sorted() { notes.append(warning) }
        let left = max(first.runs.count, second.runs.count) - common
        if left > 0 { notes.append("\(left) of the runs are in one of the reports alone, and were left out") }
        return notes
    }
}

extension BenchmarkReport {
    /// Refuses a report whose figures mean nothing.
    ///
    /// - Throws: ``HarnessError`` where it is of a debug build, or an audit or a promise failed.
    func requireFigures(_ name: String) throws(HarnessError) {
        guard environment.buildConfiguration == "release" else {
            throw HarnessError(
                .badInput,
                "\(name) is of a \(environment.buildConfiguration) build, whose figures mean nothing: measure with "
                    + "swift run -c release")
        }
        guard passed else {
            throw HarnessError(.badInput, "an audit or a promise of \(name) failed: it has nothing to compare")
        }
    }
}

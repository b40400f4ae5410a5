struct ReportComparison: Hashable, Sendable {
    struct Line: Hashable, Sendable {
        var name: String

        /// The compared quantity: `events/s`, a latency, or a ratio to another engine in the same report.
        var quantity: String
        var unit: Figure.Unit

        /// The figure in the first report, and in the second; `nil` if that has none.
        var first: Side?
        var second: Side?

        /// The difference; `nil` if there are too few samples, one is not positive, or a report lacks the figure.
        var difference: MedianRatio?

        var verdict: Verdict

        /// Whether it counts towards the verdict.
        ///
        /// If engines were measured in turns, their ratios count. Rates and latencies, which also depend on the
        /// machine, do not.
        var counts: Bool
    }

    struct Side: Hashable, Sendable {
        var median: Double
        var rounds: Int

        init?(_ samples: [Double]) {
            guard !samples.isEmpty else { return nil }
            (median, rounds) = (SampleSummary.median(of: samples), samples.count)
        }
    }

    var lines: [Line]

    /// The confidence level of each interval, at least.
    var confidence = MedianRatio.confidence

    /// The fewest rounds, on either side, that have an interval.
    var fewestRounds = MedianRatio.fewestSamples

    /// Figures that only one of the reports has, and caveats of the comparison.
    var notes: [String]

    var verdict: Verdict {
        let verdicts = lines.filter(\.counts).map(\.verdict)
        for verdict in [Verdict.slower, .undecided, .equal, .faster] where verdicts.contains(verdict) { return verdict }
        return .undecided
    }
}

extension ReportComparison {
    /// Compares two reports.
    ///
    /// Each was measured as a whole, one before the other: the machine's changes in between are part of their
    /// difference, and the interval does not include them. To compare programs, ``AlternatedRounds`` are better.
    ///
    /// - Throws: ``HarnessError`` if the figures of one are invalid, or the two have nothing comparable in common.
    init(of second: BenchmarkReport, to first: BenchmarkReport, within tolerance: Double) throws(HarnessError) {
        for (name, report) in [("first", first), ("second", second)] {
            try report.requireFigures("the \(name) report")
        }
        let knowsOptions = [first, second].map { report in report.runs.contains { $0.parameters.options != nil } }
        let haveOptions = knowsOptions[0] == knowsOptions[1]
        let common = Self.pairs(first.runs, second.runs) { Work($0, withOptions: haveOptions) }
        guard !common.isEmpty else { throw Self.nothingInCommon(first, second) }
        let ratios = Self.pairs(first.ratios, second.ratios, of: common)
        let engines = Dictionary(first.runs.map { ($0.name, $0.engine) }) { one, _ in one }
        let isBetweenEngines = ratios.contains { $0.0.isBetweenEngines(engines) }
        var lines = Self.ownLines(of: common, within: tolerance, counts: !isBetweenEngines)
        lines += Self.sharedLines(of: ratios, common, within: tolerance) { $0.isBetweenEngines(engines) }
        guard !lines.isEmpty else {
            throw HarnessError(
                .badInput,
                "the reports have neither rates nor latencies nor ratios to compare: \(first.runs[0].workload.rawValue) "
                    + "has none, or the harness was too old to write them")
        }
        var notes = Self.notes(first, second, common: common.count)
        if !haveOptions {
            notes.append("one of the reports lacks the workload's options: check that both commands are the same")
        }
        self.init(lines: lines, notes: notes)
    }

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
            "the reports cannot be compared: their workloads, engines or durability settings differ: \(works[0]); "
                + "and \(works[1])")
    }

    static func notes(_ first: BenchmarkReport, _ second: BenchmarkReport, common: Int) -> [String] {
        var notes: [String] = []
        let (one, other) = (first.environment, second.environment)
        for (name, before, after) in [
            ("processor", one.cpu, other.cpu), ("number of cores", "\(one.cores)", "\(other.cores)"),
            ("kernel", one.kernel, other.kernel), ("file system", one.fileSystem, other.fileSystem),
        ] where before != after {
            notes.append("different \(name), \(before) and \(after): compare ratios, not rates")
        }
        // Older reports do not contain the mount options.
        if let before = one.mountOptions, let after = other.mountOptions, before != after {
            notes.append(
                "different mount options, \(before) and \(after): compare ratios, not rates")
        }
        for warning in Set(one.warnings + other.warnings).sorted() { notes.append(warning) }
        let left = max(first.runs.count, second.runs.count) - common
        if left > 0 { notes.append("\(left) of the runs are in only one of the reports, and were left out") }
        return notes
    }
}

extension BenchmarkReport {
    /// Refuses a report with invalid figures.
    ///
    /// - Throws: ``HarnessError`` if it is of a debug build, or an audit or a guarantee failed.
    func requireFigures(_ name: String) throws(HarnessError) {
        guard environment.buildConfiguration == "release" else {
            throw HarnessError(
                .badInput,
                "\(name) is of a \(environment.buildConfiguration) build, whose figures mean nothing: measure with "
                    + "swift run -c release")
        }
        guard passed else {
            throw HarnessError(.badInput, "an audit or a promise of \(name) failed: its figures are not compared")
        }
    }
}

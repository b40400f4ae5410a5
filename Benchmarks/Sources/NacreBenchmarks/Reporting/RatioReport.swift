/// How two contenders compare: the median of the ratios of slices of the same round.
struct RatioReport: Hashable, Sendable, Codable {
    var numerator: String
    var denominator: String

    /// What is compared; events a second where it is missing.
    var quantity: String?

    /// `nil` where an audit failed.
    @NullWhereMissing var ratio: SampleSummary?

    /// What makes the two hardly comparable, where something does.
    var warning: String?
}

extension RatioReport {
    /// Compares contenders with those of the same contest alone.
    static func compareContests(_ results: [ContenderResult], of workload: Workload = .append) -> [RatioReport] {
        var contests: [Contender.Contest?] = []
        for result in results where !contests.contains(result.contender.contest) {
            contests.append(result.contender.contest)
        }
        return contests.flatMap { contest in
            compare(results.filter { $0.contender.contest == contest }, of: workload)
                .filter { contest?.comparesRates != false || $0.quantity != nil || $0.ratio == nil }
        }
    }
}

extension RatioReport {
    /// The ratios to an engine in the better of its settings, those that are least in the subject's favour; none unless
    /// it ran in all of them.
    ///
    /// Which it is may differ from one quantity to the next. Where a run in one of the settings is struck out, nobody
    /// knows which is the better.
    static func ofTheBetter(
        _ settings: EngineName.Settings, of reports: [(engine: EngineName, ratios: [RatioReport])]
    ) -> [RatioReport] {
        let candidates = settings.all.compactMap { name in reports.first { $0.engine == name } }
        guard candidates.count == settings.all.count else { return [] }
        return (0..<(candidates.map(\.ratios.count).min() ?? 0)).map { index in
            let ratios = candidates.map { $0.ratios[index] }
            let medians = ratios.map(\.ratio?.median)
            guard !medians.contains(nil) else {
                var struckOut = ratios[0]
                struckOut.denominator = "\(settings.name.rawValue) (the better is not known)"
                struckOut.ratio = nil
                return struckOut
            }
            // More events a second are better for the subject, and less time is.
            let sign: Double = ratios[0].quantity == nil ? 1 : -1
            let worst = zip(ratios, medians.map { sign * ($0 ?? 0) }).min { $0.1 < $1.1 }
            var better = worst?.0 ?? ratios[0]
            better.denominator = "\(settings.name.rawValue) (the better: \(better.denominator))"
            return better
        }
    }
}

/// The comparison of two contenders: the median of the ratios of slices of the same round.
struct RatioReport: Hashable, Sendable, Codable {
    var numerator: String
    var denominator: String

    /// The compared quantity; events per second if `nil`.
    var quantity: String?

    /// The ratio; `nil` if an audit failed.
    @NullWhereMissing var ratio: SampleSummary?

    /// A caveat of the comparison, if any.
    var warning: String?
}

extension RatioReport {
    /// Compares each contender only with those of the same contest.
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
    /// The ratios to an engine in its better setting: the ones least favourable to the subject.
    ///
    /// There are none unless the engine ran in all settings. The better setting may differ between quantities. If a run
    /// in one of the settings is invalid, the better one is unknown.
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
            // The subject is better with more events per second, and with less time.
            let sign: Double = ratios[0].quantity == nil ? 1 : -1
            let worst = zip(ratios, medians.map { sign * ($0 ?? 0) }).min { $0.1 < $1.1 }
            var better = worst?.0 ?? ratios[0]
            better.denominator = "\(settings.name.rawValue) (the better: \(better.denominator))"
            return better
        }
    }
}

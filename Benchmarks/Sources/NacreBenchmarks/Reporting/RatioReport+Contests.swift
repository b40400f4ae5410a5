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

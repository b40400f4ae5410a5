extension RunReport {
    /// Reports a contender; without figures if its audit failed.
    ///
    /// `syncsPerSecond` is the rate at which the disk alone makes a write durable; `nil` if it was not measured.
    init(
        _ result: ContenderResult, workload: Workload, durability: Durability, parameters: RunParameters,
        latencyOf: String, syncsPerSecond: Double? = nil
    ) {
        let audit = result.audit
        self.init(
            workload: workload, engine: result.contender.engine.name, durability: durability, parameters: parameters,
            label: result.contender.label, eventsPerSecond: nil, latencyNanoseconds: nil, latencyOf: latencyOf,
            promises: result.promises.checks, audit: audit)
        guard audit.passed else { return }
        eventsPerSecond = workload.summary(of: result.eventsPerSecond)
        latencyNanoseconds = result.latencies.summary
        latencyDistribution = result.latencies.distribution
        let slices = result.sliceLatencies
        sliceP50 = workload.summary(of: slices.map { Double($0.p50) })
        if slices.allSatisfy({ $0.count.map { $0 >= LatencySummary.fewestOfP99 } ?? true }) {
            sliceP99 = workload.summary(of: slices.map { Double($0.p99) })
        }
        intervals = result.intervals.isEmpty ? nil : result.intervals
        groups = GroupReport(result.groups, eventsPerSecond: result.eventsPerSecond)
        if durability == .full, let syncsPerSecond, syncsPerSecond > 0, let commits = groups?.perSecond {
            shareOfSyncRate = SampleSummary(commits.samples.map { $0 / syncsPerSecond })
        }
        memory = MemorySummary(result.memory)
        memorySamples = result.memory.isEmpty ? nil : MemorySample.thinned(result.memory)
        storage = result.storage
        figures = result.figures
    }
}

extension RatioReport {
    /// Compares Nacre, or else the first engine that is not a ceiling, with every other contender, in each quantity
    /// that both have.
    static func compare(_ results: [ContenderResult], of workload: Workload = .append) -> [RatioReport] {
        let subject =
            results.firstIndex { $0.contender.engine.name == .nacre }
            ?? results.firstIndex { !$0.contender.engine.name.isCeiling } ?? results.indices.first
        guard let subject else { return [] }
        let above = results[subject]
        let others = results.indices.filter { $0 != subject }
        let reports = others.map { compare(above, results[$0], workload) }
        let named = zip(others, reports).map { (results[$0].contender.engine.name, $1) }
        return reports.flatMap(\.self) + EngineName.settings.flatMap { ofTheBetter($0, of: named) }
    }

    private static func compare(
        _ above: ContenderResult, _ below: ContenderResult, _ workload: Workload
    ) -> [RatioReport] {
        let isSound = above.audit.passed && below.audit.passed
        let both = [above, below]
        // Some workloads have latencies only; failed audits are reported for them too.
        let hasRates = !both.contains(where: \.eventsPerSecond.isEmpty)
        // Latencies of different operations have no ratio, and those of callers in a closed loop only repeat the rate.
        let hasLatencies =
            both.allSatisfy { !$0.sliceLatencies.isEmpty && $0.judgesLatencies }
            && Set(both.map { workload.latency(of: $0.contender.engine.name) }).count == 1
        let durabilities = both.map(\.contender.engine.durability)
        let isUnequal = durabilities[0] != durabilities[1]
        func report(_ quantity: String?, _ samples: (ContenderResult) -> [Double]) -> RatioReport {
            let ratio = isSound ? SampleSummary(ratiosOf: samples(above), to: samples(below)) : nil
            return RatioReport(
                numerator: above.contender.label, denominator: below.contender.label, quantity: quantity,
                ratio: workload.takesTurnsOnOneStore ? ratio?.ofOneStore : ratio,
                warning: isUnequal
                    ? "UNEQUAL DURABILITY, \(durabilities[0].rawValue) against \(durabilities[1].rawValue)" : nil)
        }
        var reports = hasRates || !isSound ? [report(nil, \.eventsPerSecond)] : []
        if hasLatencies {
            reports.append(report("p50") { $0.sliceLatencies.map { Double($0.p50) } })
            if !both.contains(where: \.hasFewLatencies) {
                reports.append(report("p99") { $0.sliceLatencies.map { Double($0.p99) } })
            }
        }
        return reports
    }
}

extension ContenderResult {
    fileprivate var hasFewLatencies: Bool {
        sliceLatencies.contains { $0.count.map { $0 < LatencySummary.fewestOfP99 } ?? false }
    }
}

extension Workload {
    /// Whether its samples are successive turns on one store: they differ by the store's growth, not by chance.
    var takesTurnsOnOneStore: Bool {
        switch self {
        case .fill, .crash: true
        default: false
        }
    }

    func summary(of samples: [Double]) -> SampleSummary? {
        let summary = SampleSummary(samples)
        return takesTurnsOnOneStore ? summary?.ofOneStore : summary
    }
}

extension RunReport {
    /// Reports a contender; strikes its figures out where its audit failed.
    init(
        _ result: ContenderResult, workload: Workload, durability: Durability, parameters: RunParameters,
        latencyOf: String
    ) {
        let audit = result.audit
        self.init(
            workload: workload, engine: result.contender.engine.name, durability: durability, parameters: parameters,
            eventsPerSecond: audit.passed ? SampleSummary(result.eventsPerSecond) : nil,
            latencyNanoseconds: audit.passed ? result.latencies.summary : nil, latencyOf: latencyOf,
            groups: audit.passed ? GroupReport(result.groups) : nil,
            memory: audit.passed ? MemorySummary(result.memory) : nil,
            storage: audit.passed ? result.storage : nil, figures: audit.passed ? result.figures : [],
            promises: result.promises.checks, audit: audit)
    }
}

extension RatioReport {
    /// Compares Nacre with every other contender; where it takes no part, the first engine that is not the ceiling.
    static func compare(_ results: [ContenderResult]) -> [RatioReport] {
        let subject =
            results.firstIndex { $0.contender.engine.name == .nacre }
            ?? results.firstIndex { $0.contender.engine.name != .lmdb } ?? results.indices.first
        guard let subject else { return [] }
        let above = results[subject]
        let others = results.indices.filter { $0 != subject }
        let reports = others.map { compare(above, results[$0]) }
        let named = zip(others, reports).map { (results[$0].contender.engine.name, $1) }
        return reports.flatMap(\.self) + EngineName.settings.flatMap { ofTheBetter($0, of: named) }
    }

    private static func compare(_ above: ContenderResult, _ below: ContenderResult) -> [RatioReport] {
        let isSound = above.audit.passed && below.audit.passed
        // A workload without rates has nothing to compare; an audit that failed is said all the same.
        if isSound, above.eventsPerSecond.isEmpty, below.eventsPerSecond.isEmpty { return [] }
        let durabilities = [above, below].map(\.contender.engine.durability)
        let isUnequal = durabilities[0] != durabilities[1]
        func report(_ quantity: String?, _ samples: (ContenderResult) -> [Double]) -> RatioReport {
            RatioReport(
                numerator: above.contender.label, denominator: below.contender.label, quantity: quantity,
                ratio: isSound ? SampleSummary(ratiosOf: samples(above), to: samples(below)) : nil,
                warning: isUnequal
                    ? "UNEQUAL DURABILITY, \(durabilities[0].rawValue) against \(durabilities[1].rawValue)" : nil)
        }
        guard !above.sliceLatencies.isEmpty, !below.sliceLatencies.isEmpty else {
            return [report(nil, \.eventsPerSecond)]
        }
        return [
            report(nil, \.eventsPerSecond),
            report("p50") { $0.sliceLatencies.map { Double($0.p50) } },
            report("p99") { $0.sliceLatencies.map { Double($0.p99) } },
        ]
    }
}

extension RunReport {
    /// Reports a contender; strikes its figures out where its audit failed.
    ///
    /// - Parameters:
    ///   - result: The contender.
    ///   - workload: What it was asked to do.
    ///   - durability: What its acknowledgements are worth.
    ///   - parameters: How it was asked.
    ///   - latencyOf: What one latency is of.
    ///   - syncsPerSecond: How often the disk alone makes a write durable; `nil` where nobody looked.
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
        eventsPerSecond = SampleSummary(result.eventsPerSecond)
        latencyNanoseconds = result.latencies.summary
        latencyDistribution = result.latencies.distribution
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

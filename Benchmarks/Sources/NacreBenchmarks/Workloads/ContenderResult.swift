struct ContenderResult: Sendable {
    var contender: Contender

    /// Events per second, one sample for each slice except the warm-up.
    var eventsPerSecond: [Double] = []

    /// Latencies of all slices except the warm-up.
    var latencies = LatencyRecorder()

    /// How appends shared transactions, one value for each slice except the warm-up, if the engine reports it.
    var groups: [GroupStatistics] = []

    /// Latencies of each slice except the warm-up, if the workload records them.
    var sliceLatencies: [LatencySummary] = []

    /// Whether contenders are judged by latencies; callers in a closed loop are judged by the rate.
    var judgesLatencies = true

    /// The progress of each slice except the warm-up over time, if the workload records it.
    var intervals: [IntervalSeries] = []

    /// Anonymous memory of the process that the engine ran in.
    var memory: [MemorySample] = []
    var storage: StorageFigures?
    var figures: [Figure] = []
    var refusals = 0

    /// The store's guarantees besides durability, and whether they hold.
    ///
    /// A broken guarantee fails the command, but does not invalidate figures.
    var promises = AuditReport()

    /// Audits of all slices, the warm-up included.
    var audits: [AuditReport] = []

    init(_ contender: Contender) {
        self.contender = contender
    }

    /// The result of an engine that commits all waiting appends together.
    init(
        _ engine: any BenchmarkEngine, variant: Contender.Variant? = nil, contest: Contender.Contest? = nil
    ) {
        contender = Contender(engine: engine, rule: .whatWaits, variant: variant, contest: contest)
    }

    /// The result of an engine on a filled store, with the audit of the filling.
    init(_ engine: any BenchmarkEngine, on store: FilledStore) {
        self.init(engine)
        audits.append(store.manifest.audit)
    }

    mutating func note(_ name: String, _ value: Double, _ unit: Figure.Unit) {
        figures.append(Figure(name: name, value: value, unit: unit))
    }

    /// Adds a figure that is the median over the rounds; none without rounds.
    mutating func note(_ name: String, medianOf rounds: [Double], _ unit: Figure.Unit) {
        guard let summary = SampleSummary(rounds) else { return }
        figures.append(
            Figure(name: name, value: summary.median, unit: unit, rounds: rounds.count > 1 ? rounds : nil))
    }

    /// Adds the processor time per event, if any: the minimum over the slices.
    ///
    /// Other work on the machine takes caches and pipelines away, which can only add to the time. The minimum of
    /// several measurements of the same work is therefore the most accurate (Chen and Revels, "Robust benchmarking in
    /// noisy environments", 2016).
    mutating func note(processorTimes: [Double]) {
        guard let least = processorTimes.min() else { return }
        note(ProcessorTime.perEvent, least, .nanoseconds)
    }

    /// Adds percentiles of a latency, each as a figure; none if nothing was recorded.
    mutating func note(
        _ name: String, _ latencies: LatencyRecorder, _ percentiles: [Percentile] = [.p50, .p99, .longest]
    ) {
        guard let summary = latencies.summary else { return }
        for percentile in percentiles {
            note("\(name), \(percentile.rawValue)", Double(percentile.value(of: summary)), .nanoseconds)
        }
    }

    enum Percentile: String {
        case p50
        case p90
        case p99
        case p999 = "p99.9"
        case longest

        fileprivate func value(of summary: LatencySummary) -> UInt64 {
            switch self {
            case .p50: summary.p50
            case .p90: summary.p90
            case .p99: summary.p99
            case .p999: summary.p999
            case .longest: summary.max
            }
        }
    }

    mutating func add(
        eventsPerSecond rate: Double, latencies: [UInt64], groups: GroupStatistics? = nil,
        intervals: IntervalSeries? = nil
    ) {
        eventsPerSecond.append(rate)
        add(slice: latencies)
        if let groups { self.groups.append(groups) }
        if let intervals { self.intervals.append(intervals) }
    }

    mutating func add(slice nanoseconds: [UInt64]) {
        var recorder = LatencyRecorder()
        recorder.record(nanoseconds)
        latencies.merge(recorder)
        if let summary = recorder.summary { sliceLatencies.append(summary) }
    }

    mutating func note(_ conflicts: [ConflictKind: Int]) {
        for kind in ConflictKind.allCases {
            guard let count = conflicts[kind] else { continue }
            note("conflicts by \(kind.rawValue)", Double(count), .count)
        }
    }

    var audit: AuditReport { AuditReport.merged(audits) }
}

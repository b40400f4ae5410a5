/// What all slices of one contender measured, and what their audits found.
struct ContenderResult: Sendable {
    var contender: Contender

    /// Events a second, one sample for each slice but the warm-up.
    var eventsPerSecond: [Double] = []

    /// Latencies of all slices but the warm-up.
    var latencies = LatencyRecorder()

    /// How appends shared transactions, one for each slice but the warm-up, where the engine says so.
    var groups: [GroupStatistics] = []

    /// Latencies of each slice but the warm-up, where a workload notes them.
    var sliceLatencies: [LatencySummary] = []

    /// Whether latencies are what contenders are judged by: of callers who wait for their answers in turn, the rate is.
    var judgesLatencies = true

    /// What each slice but the warm-up reached over its time, where a workload notes it.
    var intervals: [IntervalSeries] = []

    /// Anonymous memory of the process that the engine ran in.
    var memory: [MemorySample] = []

    /// What the store takes on the disk.
    var storage: StorageFigures?

    /// What only this workload measures.
    var figures: [Figure] = []

    /// Appends that were refused, as they had to be.
    var refusals = 0

    /// What the store promises beside losing nothing, and whether it holds: a broken promise fails the call, but
    /// strikes no figure out.
    var promises = AuditReport()

    /// Audits of all slices, the warm-up included.
    var audits: [AuditReport] = []

    init(_ contender: Contender) {
        self.contender = contender
    }

    /// The result of an engine that commits what waits.
    init(
        _ engine: any BenchmarkEngine, variant: Contender.Variant? = nil, contest: Contender.Contest? = nil
    ) {
        contender = Contender(engine: engine, rule: .whatWaits, variant: variant, contest: contest)
    }

    mutating func note(_ name: String, _ value: Double, _ unit: Figure.Unit) {
        figures.append(Figure(name: name, value: value, unit: unit))
    }

    /// Adds a figure that is the median of what it was in the rounds; none where there are no rounds.
    mutating func note(_ name: String, medianOf rounds: [Double], _ unit: Figure.Unit) {
        guard let summary = SampleSummary(rounds) else { return }
        figures.append(
            Figure(name: name, value: summary.median, unit: unit, rounds: rounds.count > 1 ? rounds : nil))
    }

    /// Adds the processor time that an event took, where there is any: the least of the slices.
    ///
    /// Whoever else is at work takes caches and pipelines away, which can only add to it, so of several measurements
    /// of the same work the least is the truest (Chen and Revels, "Robust benchmarking in noisy environments", 2016).
    mutating func note(processorTimes: [Double]) {
        guard let least = processorTimes.min() else { return }
        note(ProcessorTime.perEvent, least, .nanoseconds)
    }

    /// Adds percentiles of a latency, each as a figure; none where nothing was recorded.
    mutating func note(
        _ name: String, _ latencies: LatencyRecorder, _ percentiles: [Percentile] = [.p50, .p99, .longest]
    ) {
        guard let summary = latencies.summary else { return }
        for percentile in percentiles {
            note("\(name), \(percentile.rawValue)", Double(percentile.value(of: summary)), .nanoseconds)
        }
    }

    /// Which latency of many a figure is.
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

    /// Adds the latencies of a slice, in nanoseconds.
    mutating func add(slice nanoseconds: [UInt64]) {
        var recorder = LatencyRecorder()
        recorder.record(nanoseconds)
        latencies.merge(recorder)
        if let summary = recorder.summary { sliceLatencies.append(summary) }
    }

    var audit: AuditReport { AuditReport.merged(audits) }
}

/// The measurements of all slices of one engine: the whole, and each kind of operation separately.
struct MixedResults: Sendable {
    private let kinds: [OperationKind]
    private var whole: ContenderResult
    private var parts: [ContenderResult]
    private var rates: [[Double]]
    private var conflicts: [ConflictKind: Int] = [:]
    private var givenUp = 0
    private var attempts = 0
    private let payloadBytes: Int
    private var load = LoadFigures()

    init(_ engine: any BenchmarkEngine, load: MixedLoad, appendLoad: AppendLoad) {
        func result(_ name: String, comparesRates: Bool) -> ContenderResult {
            ContenderResult(
                engine, variant: .init(name: name, load: appendLoad),
                contest: .init(name: name, comparesRates: comparesRates))
        }
        kinds = load.shares.kinds
        payloadBytes = appendLoad.payloadBytes
        whole = result(load.name, comparesRates: true)
        parts = kinds.map { result("\(load.name): \($0.rawValue)", comparesRates: false) }
        rates = [[Double]](repeating: [], count: kinds.count + 1)
    }

    /// Adds an audit: a fault in a store affects everything measured on it.
    mutating func add(_ report: AuditReport) {
        whole.audits.append(report)
        for index in parts.indices { parts[index].audits.append(report) }
    }

    mutating func add(_ slice: MixedSlice, intervalSeconds: Double) {
        var all: [UInt64] = []
        for (index, kind) in kinds.enumerated() {
            let latencies = slice.latencies(of: kind)
            parts[index].add(eventsPerSecond: slice.perSecond(slice.events(of: kind)), latencies: latencies)
            rates[index].append(slice.perSecond(latencies.count))
            all += latencies
        }
        whole.add(
            eventsPerSecond: slice.perSecond(slice.events), latencies: all, groups: slice.groups,
            intervals: slice.intervals(ofSeconds: intervalSeconds))
        rates[kinds.count].append(slice.perSecond(all.count))
        for record in slice.records {
            conflicts.merge(record.attempts.conflicts, uniquingKeysWith: +)
            attempts += record.attempts.attempts.count
            givenUp += record.givenUp
        }
        let accepted = slice.records.reduce(0) { $0 + $1.attempts.accepted }
        load.add(sharesOfEach: slice.records.map(\.operations), "client")
        load.add(slice.use, events: slice.events, payloadBytes: UInt64(accepted * payloadBytes))
        load.add(failuresOf: slice.records.lazy.map(\.attempts))
    }

    /// The results with their figures, the whole first.
    func finished() -> [ContenderResult] {
        var results = [whole] + parts
        for (index, rates) in zip(results.indices, [rates[kinds.count]] + rates.dropLast()) {
            guard let summary = SampleSummary(rates) else { continue }
            results[index].note("operations", medianOf: rates, .perSecond)
            // The other kinds have as many events as they report.
            let kind = index == 0 ? nil : kinds[index - 1]
            guard kind == nil || kind == .read || kind == .update || kind == .query else { continue }
            guard summary.median > 0, let events = SampleSummary(results[index].eventsPerSecond) else { continue }
            results[index].note("events read or appended in an operation", events.median / summary.median, .ratio)
        }
        if attempts > 0 {
            let share = Double(conflicts.values.reduce(0, +)) / Double(attempts)
            results[0].note("appends refused by a conflict, of all attempts", share, .ratio)
            results[0].note(conflicts)
            results[0].note("operations given up", Double(givenUp), .count)
        }
        load.note(in: &results[0])
        return results
    }
}

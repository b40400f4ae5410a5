/// The figures of a load's slices besides rates and latencies, as medians over the slices: resources, fairness between
/// callers, and failures.
struct LoadFigures: Sendable {
    private var samples: [(name: String, unit: Figure.Unit, values: [Double])] = []
    private var failures: [String: Int] = [:]
    private var worstHeartbeat: UInt64?

    mutating func add(_ name: String, _ value: Double, _ unit: Figure.Unit) {
        if let index = samples.firstIndex(where: { $0.name == name }) {
            samples[index].values.append(value)
        } else {
            samples.append((name, unit, [value]))
        }
    }

    /// Adds the resources used by a slice that read or appended events, if measured.
    ///
    /// `payloadBytes`, of everything it appended, are 0 if the writes of this process do not show the store's cost to
    /// the disk.
    mutating func add(_ use: LoadUse?, events: Int, payloadBytes: UInt64) {
        guard let use, events > 0 else { return }
        let events = Double(events)
        let resources = use.resources
        add("processor time an event, writers included", Double(resources.processorNanoseconds) / events, .nanoseconds)
        add(
            "processors busy, on average", Double(resources.processorNanoseconds) / Double(max(1, use.nanoseconds)),
            .ratio)
        add("minor page faults, a thousand events", Double(resources.minorFaults) * 1_000 / events, .ratio)
        add("major page faults, a thousand events", Double(resources.majorFaults) * 1_000 / events, .ratio)
        if let written = resources.bytesWritten, payloadBytes > 0 {
            // Writes that wait for closing, such as a log's pages or an index's tail, are deferred, not saved.
            let closing = use.bytesWrittenByClosing
            add(
                "written by the process\(closing == nil ? "" : " until closed"), of the payloads",
                Double(written + (closing ?? 0)) / Double(payloadBytes), .ratio)
        }
        if let memory = use.anonymousBytes {
            add("anonymous memory, the harness's records included", Double(memory), .bytes)
        }
        var beats = LatencyRecorder()
        beats.record(use.heartbeatDelays)
        if let summary = beats.summary {
            add("heartbeat delay of the cooperative pool, p99", Double(summary.p99), .nanoseconds)
            worstHeartbeat = max(worstHeartbeat ?? 0, summary.max)
        }
    }

    /// Adds the fairness between a slice's callers, by their shares, if there are several.
    mutating func add(sharesOfEach shares: [Int], _ caller: String) {
        guard shares.count > 1, let fairness = Fairness(shares) else { return }
        add("fairness between \(caller)s (Jain's index; 1 is even)", fairness.index, .ratio)
        add("the smallest share of a \(caller), of the mean", fairness.least, .ratio)
    }

    mutating func add(_ failures: some Sequence<AppendFailure>, of calls: String) {
        for failure in failures { self.failures["\(calls) that failed, \(failure.kind)", default: 0] += 1 }
    }

    /// Adds failures of attempts, and of the reads before them.
    mutating func add(failuresOf records: some Sequence<AttemptRecord>) {
        for record in records {
            add(record.failures, of: "appends")
            add(record.failedReads, of: "reads")
        }
    }

    /// Adds the medians, and the numbers of failures, to a result.
    func note(in result: inout ContenderResult) {
        for sample in samples { result.note(sample.name, medianOf: sample.values, sample.unit) }
        if let worstHeartbeat {
            result.note("heartbeat delay of the cooperative pool, maximum", Double(worstHeartbeat), .nanoseconds)
        }
        for (name, count) in failures.sorted(by: { $0.key < $1.key }) { result.note(name, Double(count), .count) }
    }
}

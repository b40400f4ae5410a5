/// What the slices of one contender show beside rates and latencies, as medians over the slices.
struct AppendFigures: Sendable {
    private var samples: [(name: String, unit: Figure.Unit, values: [Double])] = []
    private var stages: [StageTimes] = []
    private var repeats = 0
    private var failures: [String: Int] = [:]
    private var worstHeartbeat: UInt64?

    /// Adds what a slice shows.
    ///
    /// - Parameters:
    ///   - slice: The slice.
    ///   - counted: What counts of it.
    ///   - warmUp: Nanoseconds at the beginning of the slice that do not count.
    ///   - payloadBytes: Bytes of the data and metadata of all its events.
    ///   - storeBytes: Bytes of disk that its store takes; `nil` where the engine keeps it elsewhere than in files of its
    ///     own: neither they nor what this process writes are then what the store costs the disk.
    mutating func add(
        _ slice: AppendSlice, counted: CountedAnswers, warmUp: UInt64, payloadBytes: UInt64, storeBytes: UInt64?
    ) {
        if let offered = slice.offered {
            if let rate = offered.perSecond(from: slice.start + warmUp) {
                add("appends offered a second", rate, .count)
            }
            add("appends answered a second", counted.appendsPerSecond, .count)
            add("most appends due and unanswered at a time", Double(offered.greatestBacklog), .count)
            add("appends due and not begun at the end", Double(offered.waitsInVain.count), .count)
        }
        // Where appends come when they are due, whichever writer is free takes them: nobody waits for a turn.
        if slice.offered == nil, counted.eventsOfWriters.count > 1, let fairness = Fairness(counted.eventsOfWriters) {
            add("fairness between writers (Jain's index; 1 is even)", fairness.index, .ratio)
            add("the least of a writer, of the mean", fairness.least, .ratio)
        }
        if let use = slice.use, slice.events > 0 {
            add(use, events: Double(slice.events), payloadBytes: storeBytes == nil ? 0 : payloadBytes)
        }
        if let storeBytes, payloadBytes > 0 {
            add("disk used, of the payloads", Double(storeBytes) / Double(payloadBytes), .ratio)
        }
        for times in slice.stages { add(times) }
        repeats += slice.records.reduce(0) { $0 + $1.repeats }
        for failure in slice.records.lazy.flatMap(\.failures) { failures[failure.kind, default: 0] += 1 }
    }

    private mutating func add(_ use: LoadUse, events: Double, payloadBytes: UInt64) {
        let resources = use.resources
        add("processor time an event, the writers' too", Double(resources.processorNanoseconds) / events, .nanoseconds)
        add(
            "processors busy, on average", Double(resources.processorNanoseconds) / Double(max(1, use.nanoseconds)),
            .ratio)
        add("page faults without a read, a thousand events", Double(resources.minorFaults) * 1_000 / events, .ratio)
        add("page faults with a read, a thousand events", Double(resources.majorFaults) * 1_000 / events, .ratio)
        if let written = resources.bytesWritten, payloadBytes > 0 {
            add("written by the process, of the payloads", Double(written) / Double(payloadBytes), .ratio)
        }
        if let memory = use.anonymousBytes {
            add("anonymous memory, the harness's records too", Double(memory), .bytes)
        }
        var beats = LatencyRecorder()
        beats.record(use.heartbeatDelays)
        if let summary = beats.summary {
            add("heartbeat of the cooperative pool late by, p99", Double(summary.p99), .nanoseconds)
            worstHeartbeat = max(worstHeartbeat ?? 0, summary.max)
        }
    }

    private mutating func add(_ times: StageTimes) {
        if let index = stages.firstIndex(where: { $0.stage == times.stage }) {
            stages[index].times.merge(times.times)
        } else {
            stages.append(times)
        }
    }

    private mutating func add(_ name: String, _ value: Double, _ unit: Figure.Unit) {
        if let index = samples.firstIndex(where: { $0.name == name }) {
            samples[index].values.append(value)
        } else {
            samples.append((name, unit, [value]))
        }
    }

    /// Notes the medians in a result.
    func note(in result: inout ContenderResult) {
        for sample in samples where !sample.values.isEmpty {
            result.note(sample.name, SampleSummary.median(of: sample.values), sample.unit)
        }
        if let worstHeartbeat {
            result.note("heartbeat of the cooperative pool late by, at most", Double(worstHeartbeat), .nanoseconds)
        }
        for stage in stages {
            guard let summary = stage.times.summary else { continue }
            result.note("a group's \(stage.stage) time, p50", Double(summary.p50), .nanoseconds)
            result.note("a group's \(stage.stage) time, p99", Double(summary.p99), .nanoseconds)
        }
        if repeats > 0 { result.note("appends sent again, and answered as recorded", Double(repeats), .count) }
        for (kind, count) in failures.sorted(by: { $0.key < $1.key }) {
            result.note("appends that failed, \(kind)", Double(count), .count)
        }
    }
}

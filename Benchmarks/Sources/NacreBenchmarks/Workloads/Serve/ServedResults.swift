/// The measurements of one engine in one phase.
struct ServedResults: Sendable {
    private(set) var result: ContenderResult
    private var figures = LoadFigures()
    private var latencies: [RequestKind: LatencyRecorder] = [:]

    init(_ engine: any BenchmarkEngine, _ phase: ServedPhase, reported: AppendLoad) {
        result = ContenderResult(
            engine, variant: .init(name: phase.name, load: reported), contest: .init(name: phase.name))
        // In a closed loop they only repeat the rate.
        result.judgesLatencies = phase.load.arrivals != nil
    }

    mutating func add(_ slice: ServedSlice, intervalSeconds: Double) {
        let requests = slice.requests
        var answers: [TimedAnswers] = []
        for (kind, ofKind) in requests.answers {
            latencies[kind, default: LatencyRecorder()].record(ofKind.latencies)
            var timed = TimedAnswers()
            for (latency, moment) in zip(ofKind.latencies, ofKind.moments) {
                timed.note(nanoseconds: latency, at: moment, events: 1)
            }
            answers.append(timed)
        }
        result.add(
            eventsPerSecond: requests.perSecond, latencies: requests.latencies,
            intervals: IntervalSeries(
                ofSeconds: intervalSeconds, from: requests.start, nanoseconds: requests.nanoseconds, answers: answers,
                failures: requests.failures))
        figures.add(requests.failures, of: "requests")
        guard requests.count > 0 else { return }
        let seconds = Double(max(1, requests.nanoseconds))
        figures.add("processors busy with the clients", Double(requests.processorNanoseconds) / seconds, .ratio)
        if let server = slice.serverNanoseconds {
            figures.add("processors busy with the server", Double(server) / seconds, .ratio)
            figures.add(
                "the server's processor time a request", Double(server) / Double(requests.count), .nanoseconds)
        }
    }

    /// The result with its figures, and the audit of the engine's store.
    func finished(_ report: AuditReport) -> ContenderResult {
        var result = result
        result.audits.append(report)
        result.note("p99 of a request", medianOf: result.sliceLatencies.map { Double($0.p99) }, .nanoseconds)
        if latencies.count > 1 {
            for kind in RequestKind.allCases {
                if let ofKind = latencies[kind] { result.note(kind.rawValue, ofKind, [.p50, .p99]) }
            }
        }
        figures.note(in: &result)
        return result
    }
}

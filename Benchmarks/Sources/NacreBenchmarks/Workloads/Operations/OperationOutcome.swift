struct OperationOutcome: Sendable {
    /// The latencies shown in the table if the operation is measured alone.
    var mainLatencies: [UInt64] = []

    /// Events per second, if the operation has a rate.
    private(set) var eventsPerSecond: Double?
    private(set) var figures: [Figure] = []

    /// Named latencies of the operation, or of concurrent work.
    var latencies: [(name: String, nanoseconds: [UInt64])] = []

    var intervals: [IntervalSeries] = []
    var memory: [MemorySample] = []

    var audit = AuditReport()

    /// Further guarantees, and whether they hold.
    var promises = AuditReport()

    mutating func note(_ name: String, _ value: Double, _ unit: Figure.Unit) {
        figures.append(Figure(name: name, value: value, unit: unit))
    }

    /// Sets the rate, in events per second; with a name, it is a figure too.
    mutating func note(rate: Double, _ name: String? = "rate") {
        eventsPerSecond = rate
        if let name { note(name, rate, .eventsPerSecond) }
    }
}

/// The figures of several runs: the median and the range of each.
struct RepeatedFigures: Sendable {
    private var names: [String] = []
    private var samples: [String: (unit: Figure.Unit, values: [Double])] = [:]
    private var latencies: [String: LatencyRecorder] = [:]

    mutating func add(_ outcome: OperationOutcome, of operation: StoreOperation) {
        for figure in outcome.figures {
            let name = "\(operation.rawValue): \(figure.name)"
            if samples[name] == nil { names.append(name) }
            samples[name, default: (figure.unit, [])].values.append(figure.value)
        }
        for (what, nanoseconds) in outcome.latencies {
            let name = "\(operation.rawValue): \(what)"
            if latencies[name] == nil { names.append(name) }
            latencies[name, default: LatencyRecorder()].record(nanoseconds)
        }
    }

    /// Adds all figures, with the minimum and the maximum if the runs differ.
    func note(in result: inout ContenderResult) {
        for name in names {
            if let (unit, values) = samples[name], let summary = SampleSummary(values) {
                result.note(values.count > 1 ? "\(name), median" : name, summary.median, unit)
                guard summary.min < summary.max else { continue }
                result.note("\(name), least", summary.min, unit)
                result.note("\(name), greatest", summary.max, unit)
            } else if let recorder = latencies[name] {
                result.note(name, recorder)
            }
        }
    }
}

/// What one run of an operation measured.
struct OperationOutcome: Sendable {
    /// Figures, of this run alone.
    var figures: [Figure] = []

    /// Latencies of what goes on meanwhile or is measured itself, by what they are of.
    var latencies: [(name: String, nanoseconds: [UInt64])] = []

    /// Events a second, where the operation has a rate.
    var eventsPerSecond: Double?

    /// Which of the latencies stand in the table where the operation is measured alone.
    var mainLatencies: [UInt64] = []

    /// What writers reached over their time, where the operation has any.
    var intervals: [IntervalSeries] = []

    /// Anonymous memory, where it was watched.
    var memory: [MemorySample] = []

    var audit = AuditReport()

    /// What is promised beside, and whether it holds.
    var promises = AuditReport()

    mutating func note(_ name: String, _ value: Double, _ unit: Figure.Unit) {
        figures.append(Figure(name: name, value: value, unit: unit))
    }
}

/// The figures of several runs: of each the median, and between what it lay.
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

    /// Notes all figures: with the least and the greatest where the runs differ.
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

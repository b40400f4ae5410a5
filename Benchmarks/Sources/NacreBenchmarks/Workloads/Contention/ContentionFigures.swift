/// The figures of contention besides the rate of accepted operations and their latencies.
struct ContentionFigures: Sendable {
    private var attempts: [Double] = []
    private var accepted: [Double] = []
    private var goodput: [Double] = []
    private var fairness: [Fairness] = []
    private var retries = RetryCounts()
    private var conflicts: [ConflictKind: Int] = [:]
    private var givenUp = 0
    private var load = LoadFigures()

    /// Adds a slice; `payloadBytes`, of everything accepted, are 0 if the engine does not keep it in files of its own.
    mutating func add(_ slice: ContendedSlice, payloadBytes: UInt64) {
        attempts.append(slice.perSecond(slice.attempts))
        accepted.append(slice.perSecond(slice.accepted))
        if slice.attempts > 0 { goodput.append(Double(slice.accepted) / Double(slice.attempts)) }
        if let fair = Fairness(slice.records.map(\.latencies.count)) { fairness.append(fair) }
        for record in slice.records {
            retries.add(record.retries)
            givenUp += record.givenUp
            conflicts.merge(record.attempts.conflicts, uniquingKeysWith: +)
        }
        load.add(slice.use, events: slice.events, payloadBytes: payloadBytes)
        load.add(failuresOf: slice.records.lazy.map(\.attempts))
    }

    /// Adds the figures to a result: rates and fairness are medians of the slices, counts and retries are of all of
    /// them.
    func note(in result: inout ContenderResult) {
        result.note("attempts", medianOf: attempts, .perSecond)
        result.note("accepted commits", medianOf: accepted, .perSecond)
        result.note("goodput: accepted of the attempts", medianOf: goodput, .ratio)
        result.note(conflicts)
        result.note("accepted at the first attempt", retries.firstTime, .ratio)
        result.note("retries of an accepted operation, mean", retries.mean, .ratio)
        for (name, percent) in [("p50", 50.0), ("p90", 90), ("p99", 99), ("maximum", 100)] {
            result.note("retries of an accepted operation, \(name)", Double(retries.percentile(percent)), .count)
        }
        result.note("operations given up", Double(givenUp), .count)
        result.note("fairness between writers, Jain's index", medianOf: fairness.map(\.index), .ratio)
        result.note("the smallest share of a writer, of an even share", medianOf: fairness.map(\.least), .ratio)
        result.note("the greatest share of a writer, of an even share", medianOf: fairness.map(\.greatest), .ratio)
        load.note(in: &result)
    }
}

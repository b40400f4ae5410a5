extension ContenderResult {
    /// The maximum anonymous memory of a store, in bytes.
    static let mostMemory: UInt64 = 128 << 20

    /// The number of events from which flat memory is required: caches and buffers fill up first.
    static let eventsUntilFlat = 1_000_000

    /// The number of events from which memory is judged at all: below it, the process's own memory dominates.
    static let eventsUntilJudged = 10_000

    /// Checks that a process's memory does not grow with the store: that it is limited and flat.
    ///
    /// Nothing is checked if the system does not report memory, if the run is too short, or for other engines, which
    /// give no such guarantee.
    mutating func judgeMemory(events: Int) {
        guard contender.engine.name == .nacre, events >= Self.eventsUntilJudged, let memory = MemorySummary(memory)
        else { return }
        promises.add(
            "anonymous memory is at most \(mebibytes(Double(Self.mostMemory)))",
            passed: memory.maxBytes <= Self.mostMemory,
            detail: "it was \(mebibytes(Double(memory.maxBytes)))")
        if events >= Self.eventsUntilFlat { memory.judgeFlatness("anonymous memory", in: &promises) }
    }
}

extension MemorySummary {
    func judgeFlatness(_ name: String, in promises: inout AuditReport) {
        promises.add(
            "\(name) is flat", passed: isFlat,
            detail: "at most \(mebibytes(Double(firstHalfMaxBytes))) in the first half, "
                + "\(mebibytes(Double(secondHalfMaxBytes))) in the second")
    }
}

extension ContenderResult {
    /// How much anonymous memory a store may take, in bytes.
    static let mostMemory: UInt64 = 128 << 20

    /// How many events a run needs before its memory can be asked to be flat: caches and buffers fill up first.
    static let eventsUntilFlat = 1_000_000

    /// How many events a run needs before its memory is judged at all: of fewer, what the process takes of itself is
    /// all that is seen.
    static let eventsUntilJudged = 10_000

    /// Judges the memory of a process that does not grow with the store: at most so much, and flat.
    ///
    /// Nothing is judged where the system does not tell, of a run that is too short, nor of other engines, which
    /// promise nothing.
    mutating func judgeMemory(events: Int) {
        guard contender.engine.name == .nacre, events >= Self.eventsUntilJudged, let memory = MemorySummary(memory)
        else { return }
        promises.add(
            "anonymous memory is at most \(mebibytes(Double(Self.mostMemory)))",
            passed: memory.maxBytes <= Self.mostMemory,
            detail: "it was \(mebibytes(Double(memory.maxBytes)))")
        judgeFlatness(of: memory, "anonymous memory", events: events)
    }

    /// Judges that memory stays flat, of a run that is long enough for that.
    mutating func judgeFlatness(of memory: MemorySummary, _ name: String, events: Int) {
        guard events >= Self.eventsUntilFlat else { return }
        promises.add(
            "\(name) is flat", passed: memory.isFlat,
            detail: "at most \(mebibytes(Double(memory.firstHalfMaxBytes))) in the first half, "
                + "\(mebibytes(Double(memory.secondHalfMaxBytes))) in the second")
    }
}

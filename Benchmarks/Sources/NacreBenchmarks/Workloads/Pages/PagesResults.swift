/// The measurements of all rounds.
struct PagesResults: Sendable {
    var result: ContenderResult

    private let load: PageLoad
    private let seconds: Double
    private var figures = LoadFigures()
    private var fromDue = LatencyRecorder()

    /// The server's memory before the first round, and after each.
    private var memoryBefore: UInt64?
    private var memoryAfter: [UInt64] = []
    private var mostMemory: UInt64?

    init(_ engine: any BenchmarkEngine, _ load: PageLoad, seconds: Double) {
        (self.load, self.seconds) = (load, seconds)
        result = ContenderResult(engine)
    }

    /// Adds a round whose audit is in the result already.
    mutating func add(_ round: PagesRound, isWarmUp: Bool) {
        if memoryBefore == nil { memoryBefore = round.memoryBefore }
        mostMemory = [mostMemory, round.memoryOpen].compactMap(\.self).max()
        if let after = round.memoryAfter { memoryAfter.append(after) }
        guard !isWarmUp else { return }
        result.add(eventsPerSecond: round.changesPerSecond, latencies: round.delays.fromAnswer)
        fromDue.record(round.delays.fromDue)
        guard round.changes > 0 else { return }
        let (changes, nanoseconds) = (Double(round.changes), Double(max(1, round.nanoseconds)))
        figures.add("events of pages, a change", Double(round.events) / changes, .ratio)
        figures.add("bytes of an event", Double(round.bytes) / Double(max(1, round.events)), .bytes)
        figures.add("processors busy with the browsers", Double(round.clientNanoseconds) / nanoseconds, .ratio)
        if let server = round.serverNanoseconds {
            figures.add("processors busy with the server", Double(server) / nanoseconds, .ratio)
            figures.add("the server's processor time a change", Double(server) / changes, .nanoseconds)
        }
    }

    /// The result with its figures and promises.
    func finished() -> ContenderResult {
        var result = result
        result.note("p99 of a round", medianOf: result.sliceLatencies.map { Double($0.p99) }, .nanoseconds)
        result.note("from the moment at which the change was due", fromDue)
        figures.note(in: &result)
        noteMemory(in: &result)
        // A very short slice shows only the start.
        if seconds >= 1, let delays = result.latencies.summary {
            let longest = PagesWorkload.longest
            result.promises.add(
                "99 of 100 events arrive within \(duration(nanoseconds: longest)) of the answer to the change",
                passed: delays.p99 <= longest, detail: "it takes \(duration(nanoseconds: delays.p99))")
        }
        return result
    }

    private func noteMemory(in result: inout ContenderResult) {
        guard let memoryBefore, let mostMemory, let first = memoryAfter.first, let last = memoryAfter.last else {
            return
        }
        let pages = Double(load.pages)
        let ofPage = (Double(mostMemory) - Double(memoryBefore)) / pages
        result.note("anonymous memory of the server without pages", Double(memoryBefore), .bytes)
        result.note("anonymous memory of the server with \(decimal(load.pages)) pages", Double(mostMemory), .bytes)
        result.note("anonymous memory a page", ofPage, .bytes)
        result.note("anonymous memory of the server when they are closed", Double(last), .bytes)
        guard memoryAfter.count > 1 else { return }
        // What the allocator keeps for reuse after the first round is used again in the others.
        let kept = (Double(last) - Double(first)) / (pages * Double(memoryAfter.count - 1))
        result.note("anonymous memory that a closed page leaves", kept, .bytes)
        guard load.pages >= 100, memoryAfter.count > 2 else { return }
        result.promises.add(
            "a closed page leaves at most a tenth of its memory", passed: kept <= PagesWorkload.mostKept * ofPage,
            detail: "it leaves \(mebibytes(kept)) of \(mebibytes(ofPage))")
    }
}

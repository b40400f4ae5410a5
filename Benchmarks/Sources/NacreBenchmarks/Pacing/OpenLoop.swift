import Nacre

/// Appends that arrive when they are due, whether those before them are answered or not.
///
/// Waiting for an answer before the next append would leave out the very appends that a slow one holds up. Arrivals are
/// drawn as those of many callers who know nothing of each other. A latency counts from the moment at which the append
/// was due. What is due when the time is over is appended too, however long that takes and unlike in the workloads
/// `append` and `rate`: it is measured until everything can be read, and not how much of it can be in a time.
struct OpenLoop: Sendable {
    // BENCH-02: Open-loop callers are tasks on one thread, and the next free one takes the next due append.

    /// How many appends can be under way.
    ///
    /// Where that many wait for their answers, those that are due wait too, and their latencies count on.
    private static let callers = 4_096

    let commits: KernelCommits

    /// Appends a second, on average.
    let rate: Double

    let seconds: Double

    /// The number of the first append.
    var first = 0

    /// Appends until all that was due in the time is answered.
    func run(on target: some AppendTarget, watchedBy watch: LoadWatch? = nil) async -> ArrivalRecord {
        let drawn = Arrivals(rate: rate).dues(seconds: seconds, seed: commits.load.seed)
        // Drawing takes time too, for which no append is late.
        let start = monotonicNanoseconds() + ArrivalDesk.headStart(for: drawn.count)
        let desk = ArrivalDesk(dues: drawn.map { start + $0 })
        let thread = CallerThread(handingOut: desk.handOutDue)
        defer { thread.end() }
        return await withTaskGroup(of: ArrivalRecord.self) { group in
            for _ in 0..<Self.callers {
                group.addTask(executorPreference: thread) { [commits, first] in
                    var record = ArrivalRecord()
                    while let arrival = await desk.next() {
                        let number = first + arrival.number
                        do {
                            let result = try await target.append(commits[number])
                            let now = monotonicNanoseconds()
                            record.note(number, at: result.lastPosition, due: arrival.due, answered: now)
                            watch?.note(events: commits.load.eventsPerAppend, nanoseconds: now - arrival.due)
                        } catch {
                            record.note(number, failure: error)
                            watch?.noteFailure()
                        }
                    }
                    return record
                }
            }
            return await group.reduce(into: ArrivalRecord()) { $0.add($1) }
        }
    }
}

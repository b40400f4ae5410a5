import Nacre

/// Appends that arrive when they are due, whether those before them are answered or not.
///
/// Waiting for an answer before the next append would leave out the very appends that a slow one holds up. Arrivals are
/// drawn as those of many callers who know nothing of each other. A latency counts from the moment at which the append
/// was due.
struct OpenLoop: Sendable {
    /// How many appends can be under way.
    ///
    /// Where that many wait for their answers, those that are due wait too, and their latencies count on.
    private static let callers = 4_096

    /// Nanoseconds for all callers to come to the desk before the first append is due.
    private static let headStart: UInt64 = 10_000_000

    let commits: KernelCommits

    /// Appends a second, on average.
    let rate: Double

    /// For how long.
    let seconds: Double

    /// The number of the first append.
    var first = 0

    /// Appends until the time is over and every append is answered.
    ///
    /// - Parameter target: What is appended to.
    /// - Returns: What became of the appends.
    func run(on target: some AppendTarget) async -> ArrivalRecord {
        let drawn = Arrivals(rate: rate).dues(seconds: seconds, seed: commits.load.seed)
        // Drawing takes time too, for which no append is late.
        let start = monotonicNanoseconds() + Self.headStart
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
                            record.note(
                                number, at: result.lastPosition, due: arrival.due, answered: monotonicNanoseconds())
                        } catch {
                            record.note(number, failure: error)
                        }
                    }
                    return record
                }
            }
            return await group.reduce(into: ArrivalRecord()) { $0.add($1) }
        }
    }
}

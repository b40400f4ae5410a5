import Nacre

/// Appends at their due times, whether or not earlier ones are answered.
///
/// Waiting for an answer before the next append would leave out the appends that a slow one delays. Arrivals are drawn
/// as those of many independent callers. A latency counts from the append's due time.
///
/// Appends still due when the time is over are made too, however long that takes, unlike in the workloads `append` and
/// `rate`: the measurement covers the time until everything is readable, not the work done in a given time.
package struct OpenLoop: Sendable {
    // BENCH-02: Open-loop callers are tasks on one thread, and the next free one takes the next due append.

    /// The maximum number of concurrent appends.
    ///
    /// If that many wait for their answers, due appends wait too, and their latencies include the wait.
    private static let callers = 4_096

    package let commits: KernelCommits

    /// Appends per second, on average.
    package let rate: Double

    package let seconds: Double

    /// The number of the first append.
    package var first = 0

    package init(commits: KernelCommits, rate: Double, seconds: Double, first: Int = 0) {
        (self.commits, self.rate, self.seconds, self.first) = (commits, rate, seconds, first)
    }

    /// Appends until everything due in the time is answered.
    package func run(on target: some AppendTarget, watchedBy watch: LoadWatch? = nil) async -> ArrivalRecord {
        let drawn = Arrivals(rate: rate).dues(seconds: seconds, seed: commits.load.seed)
        // Drawing takes time too, and must not delay the first appends.
        let start = monotonicNanoseconds() + ArrivalDesk.headStart(for: drawn.count)
        let desk = ArrivalDesk(dues: drawn.map { start + $0 })
        let thread = CallerThread(handingOut: desk.handOutDue)
        defer { thread.end() }
        return await withTaskGroup(of: ArrivalRecord.self) { group in
            for _ in 0..<Self.callers {
                group.addTask(executorPreference: thread) { [commits, first] in
                    var record = ArrivalRecord()
                    while let arrival = await desk.next() {
                        await record.append(
                            first + arrival.number, of: commits, to: target, due: arrival.due, watchedBy: watch)
                    }
                    return record
                }
            }
            return await group.reduce(into: ArrivalRecord()) { $0.add($1) }
        }
    }
}

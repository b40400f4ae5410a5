import Nacre

/// Appends in a closed loop at full speed, with a number of writers that each wait for their answer: the maximum rate.
package struct ClosedLoop: Sendable {
    package let commits: KernelCommits
    package let writers: Int
    package let seconds: Double

    package init(commits: KernelCommits, writers: Int, seconds: Double) {
        (self.commits, self.writers, self.seconds) = (commits, writers, seconds)
    }

    /// Appends until the time is over, and every append that was started is answered.
    package func run(on target: some AppendTarget, watchedBy watch: LoadWatch? = nil) async -> ArrivalRecord {
        let thread = CallerThread()
        defer { thread.end() }
        let end = monotonicNanoseconds() + UInt64(seconds * 1e9)
        return await withTaskGroup(of: ArrivalRecord.self) { group in
            for writer in 0..<writers {
                group.addTask(executorPreference: thread) { [commits, writers] in
                    var record = ArrivalRecord()
                    // The writers' numbers are interleaved: each has its own streams if the number of writers divides
                    // that of streams.
                    var number = writer
                    var before = monotonicNanoseconds()
                    while before < end, record.failure == nil {
                        await record.append(number, of: commits, to: target, due: before, watchedBy: watch)
                        number += writers
                        before = monotonicNanoseconds()
                    }
                    return record
                }
            }
            return await group.reduce(into: ArrivalRecord()) { $0.add($1) }
        }
    }
}

import Nacre

/// Appends in a closed loop at full speed, with a number of writers that each wait for their answer: the maximum rate.
struct ClosedLoop: Sendable {
    let commits: KernelCommits
    let writers: Int
    let seconds: Double

    /// Appends until the time is over, and every append that was started is answered.
    func run(on target: some AppendTarget, watchedBy watch: LoadWatch? = nil) async -> ArrivalRecord {
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
                    while before < end {
                        do {
                            let result = try await target.append(commits[number])
                            let now = monotonicNanoseconds()
                            record.note(number, at: result.lastPosition, due: before, answered: now)
                            watch?.note(events: commits.load.eventsPerAppend, nanoseconds: now - before)
                        } catch {
                            record.note(number, failure: error)
                            watch?.noteFailure()
                            break
                        }
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

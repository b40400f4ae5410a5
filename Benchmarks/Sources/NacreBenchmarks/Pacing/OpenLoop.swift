import Foundation
import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Appends that arrive when they are due, whether those before them are answered or not.
///
/// Waiting for an answer before the next append would leave out the very appends that a slow one holds up. Arrivals are
/// drawn as those of many callers who know nothing of each other: the gaps between them are exponential.
struct OpenLoop: Sendable {
    let load: KernelLoad

    /// Appends a second, on average.
    let rate: Double

    /// For how long.
    let seconds: Double

    /// Appends until the time is over and every append is answered.
    ///
    /// - Parameter target: What is appended to.
    /// - Returns: What became of the appends.
    func run(on target: some AppendTarget) async -> ArrivalRecord {
        let record = ArrivalRecord()
        let (arrivals, arrive) = AsyncStream.makeStream(of: (number: Int, due: UInt64).self)
        let thread = Thread { [self] in
            keepTime { arrive.yield(($0, $1)) }
            arrive.finish()
        }
        thread.start()
        await withDiscardingTaskGroup { group in
            for await arrival in arrivals {
                group.addTask { [load] in
                    do {
                        let result = try await target.append(load.commit(arrival.number))
                        record.note(
                            arrival.number, at: result.lastPosition, nanoseconds: monotonicNanoseconds() - arrival.due)
                    } catch {
                        record.note(arrival.number, failure: error)
                    }
                }
            }
        }
        return record
    }

    /// Calls when an append is due, on a thread of its own: a task's sleep is too coarse.
    private func keepTime(_ arrive: (_ number: Int, _ due: UInt64) -> Void) {
        var random = SplitMix64(seed: load.seed ^ 0xA076_1D64_78BD_642F)
        let start = monotonicNanoseconds()
        let end = start + UInt64(seconds * 1e9)
        var due = Double(start)
        var number = 0
        while true {
            let uniform = Double(random.next() >> 11) * 0x1p-53
            due += -log(1 - uniform) / rate * 1e9
            // With a rate of nothing the next append is never due, and no integer says when.
            guard due < Double(end) else { return }
            let moment = UInt64(due)
            let now = monotonicNanoseconds()
            if moment > now {
                var pause = timespec(
                    tv_sec: Int((moment - now) / 1_000_000_000), tv_nsec: Int((moment - now) % 1_000_000_000))
                nanosleep(&pause, nil)
            }
            arrive(number, moment)
            number += 1
        }
    }
}

/// Appends of the same kind as fast as so many writers can, each waiting for its answer: the greatest rate.
struct ClosedLoop: Sendable {
    let load: KernelLoad
    let writers: Int
    let seconds: Double

    /// Appends until the time is over.
    ///
    /// - Parameter target: What is appended to.
    /// - Returns: What became of the appends, and how many there were a second.
    func run(on target: some AppendTarget) async -> (record: ArrivalRecord, eventsPerSecond: Double) {
        let record = ArrivalRecord()
        let start = monotonicNanoseconds()
        let end = start + UInt64(seconds * 1e9)
        await withDiscardingTaskGroup { group in
            for writer in 0..<writers {
                group.addTask { [load, writers] in
                    // Writers take every so manieth number: their streams are their own while they divide the streams.
                    var number = writer
                    while monotonicNanoseconds() < end {
                        let before = monotonicNanoseconds()
                        do {
                            let result = try await target.append(load.commit(number))
                            record.note(
                                number, at: result.lastPosition, nanoseconds: monotonicNanoseconds() - before)
                        } catch {
                            return record.note(number, failure: error)
                        }
                        number += writers
                    }
                }
            }
        }
        let elapsed = Double(monotonicNanoseconds() - start) / 1e9
        return (record, Double(record.latencies.count) / elapsed)
    }
}

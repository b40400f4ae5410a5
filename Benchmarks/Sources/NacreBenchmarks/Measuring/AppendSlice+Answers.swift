/// The counted part of a slice: answers after its warm-up, and in an open loop appends due after it.
struct CountedAnswers: Sendable {
    let eventsPerSecond: Double

    /// Latencies of the answered appends, and the waits of due appends that were not started.
    let latencies: [UInt64]

    let eventsOfWriters: [Int]
    let appendsPerSecond: Double
}

extension AppendSlice {
    /// The part of the slice after a warm-up of `warmUp` nanoseconds, with rates over the rest of the slice.
    ///
    /// If the warm-up is more than 0, the times of answers must have been recorded. In an open loop, appends due during
    /// the warm-up are left out, however late they were answered: a stall at the beginning is in their latencies.
    func answers(behind warmUp: UInt64) -> CountedAnswers {
        let begin = start + warmUp
        var latencies: [UInt64] = []
        var events: [Int] = []
        var appends = 0
        for record in records {
            let counted = warmUp == 0 ? record.latencies.indices : record.moments.indices
            let before = latencies.count
            for index in counted {
                let latency = record.latencies[index]
                guard warmUp == 0 || record.moments[index] >= begin + (offered == nil ? 0 : latency) else { continue }
                latencies.append(latency)
            }
            appends += latencies.count - before
            events.append((latencies.count - before) * record.eventsPerAcknowledgement)
        }
        latencies += offered?.waitsInVain(dueFrom: begin) ?? []
        let seconds = Double(nanoseconds > warmUp ? nanoseconds - warmUp : 0) / 1e9
        func rate(_ count: Int) -> Double { seconds > 0 ? Double(count) / seconds : 0 }
        return CountedAnswers(
            eventsPerSecond: rate(events.reduce(0, +)), latencies: latencies, eventsOfWriters: events,
            appendsPerSecond: rate(appends))
    }

    /// The answers and failures of each interval, the warm-up included; requires that the times of answers were
    /// recorded.
    ///
    /// - Complexity: O(*n*) in the answers.
    func intervals(ofSeconds seconds: Double) -> IntervalSeries {
        var recorder = IntervalRecorder(start: start, everySeconds: seconds)
        for record in records {
            for (latency, moment) in zip(record.latencies, record.moments) {
                recorder.record(at: moment, latency: latency, events: record.eventsPerAcknowledgement)
            }
            for failure in record.failures { recorder.recordError(at: failure.moment) }
        }
        return recorder.series(ofNanoseconds: nanoseconds)
    }
}

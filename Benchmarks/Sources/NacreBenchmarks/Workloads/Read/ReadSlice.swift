import Nacre

typealias ReadSlice = CallerSlice<ReadRecord>

extension ReadSlice {
    var latencies: [UInt64] { records.flatMap(\.answers.latencies) }

    var reads: Int { records.reduce(0) { $0 + $1.answers.latencies.count } }

    var report: AuditReport {
        var wrong = AuditFinding()
        for record in records { wrong.add(record.wrong) }
        var report = AuditReport(checks: [wrong.check("every read shows the events of the log")])
        report.checks += AuditFinding.checks(of: records.compactMap(\.failure), "no read failed")
        report.add("something was read", passed: reads > 0, detail: "no read was made")
        return report
    }

    /// Runs readers on a store for a time in seconds, each drawing from the samples by a seed.
    static func run(
        _ samples: [ReadSamples.Sample], _ load: ReadLoad, seconds: Double, seed: UInt64,
        on session: any EngineSession, watchedBy watch: LoadWatch? = nil
    ) async -> ReadSlice {
        let reads = load.reads.map { ($0 + load.readers - 1) / load.readers } ?? .max
        let draws = (0..<load.readers).map {
            SplitMix64(seed: load.seed ^ SplitMix64.hash(seed << 32 | UInt64($0)))
        }
        return await run(draws, within: SliceBudget(seconds: seconds), on: session) {
            await read(samples, $0, until: $1, reads: reads, on: session, watch)
        }
    }

    @concurrent
    private static func read(
        _ samples: [ReadSamples.Sample], _ random: SplitMix64, until deadline: UInt64, reads: Int,
        on session: any EngineSession, _ watch: LoadWatch?
    ) async -> ReadRecord {
        var random = random
        var record = ReadRecord()
        var left = reads
        while left > 0 {
            let sample = samples[random.next(below: samples.count)]
            let start = monotonicNanoseconds()
            guard start < deadline else { break }
            do {
                let events = try await session.read(sample.request)
                let answered = monotonicNanoseconds()
                record.note(nanoseconds: answered - start, at: answered, events: events.count)
                watch?.note(events: events.count, nanoseconds: answered - start)
                let answer = ReadAnswer(events)
                record.wrong.expect(
                    answer == sample.answer,
                    "\(sample.request) shows \(answer.events) events, other than the \(sample.answer.events) of the log"
                )
                record.overhead += monotonicNanoseconds() - answered
            } catch {
                record.failure = DiskFailure.words(error, during: "\(sample.request)")
                record.failed.append(AppendFailure(error, at: monotonicNanoseconds()))
                watch?.noteFailure()
                break
            }
            left -= 1
            // Otherwise an engine whose calls do not suspend would let only as many readers run as there are threads.
            await Task.yield()
        }
        return record
    }
}

struct ReadRecord: CallerRecord {
    private(set) var answers = TimedAnswers()

    var answered: [TimedAnswers] { [answers] }

    var overhead: UInt64 = 0

    var wrong = AuditFinding()

    var failure: String?

    /// Failed reads, recorded like failed appends.
    var failed: [AppendFailure] = []

    /// Adds an answered read, before the answer is checked; its time is reduced by the time spent on earlier checks.
    mutating func note(nanoseconds: UInt64, at moment: UInt64, events: Int) {
        answers.note(nanoseconds: nanoseconds, at: moment - overhead, events: events)
    }
}

import Nacre

/// What one slice of single reads measured.
struct ReadSlice: Sendable {
    /// When it began, of ``monotonicNanoseconds()``.
    var start: UInt64

    /// From the first read to the last answer, but for the time that a reader took to judge its answers, on average.
    var nanoseconds: UInt64

    /// One record for each reader.
    var records: [ReadRecord]

    /// What the process used.
    var use: LoadUse?

    /// Nanoseconds of each read.
    var latencies: [UInt64] { records.flatMap(\.answers.latencies) }

    /// Reads that were answered.
    var reads: Int { records.reduce(0) { $0 + $1.answers.latencies.count } }

    /// Events read.
    var events: Int { records.reduce(0) { $0 + $1.answers.events } }

    /// What was read and what failed in each interval of so many seconds.
    func intervals(ofSeconds seconds: Double) -> IntervalSeries {
        IntervalSeries(
            ofSeconds: seconds, from: start, nanoseconds: nanoseconds, answers: records.lazy.map(\.answers),
            failures: records.lazy.flatMap(\.failures))
    }

    /// So many as a rate.
    func perSecond(_ count: Int) -> Double { nanoseconds == 0 ? 0 : Double(count) * 1e9 / Double(nanoseconds) }

    /// The slice's audit.
    var report: AuditReport {
        var wrong = AuditFinding()
        for record in records { wrong.add(record.wrong) }
        var report = AuditReport(checks: [wrong.check("every read shows the events that the log holds there")])
        report.checks += AuditFinding.checks(of: records.compactMap(\.failure), "no read failed")
        report.add("something was read", passed: reads > 0, detail: "no read was made")
        return report
    }

    /// Has readers read from a store.
    ///
    /// - Parameters:
    ///   - samples: What they read, drawn from at random.
    ///   - load: How many they are.
    ///   - seconds: After which no further read begins.
    ///   - seed: Where the readers' draws begin.
    ///   - session: The store.
    ///   - watch: Is told of every answer, where somebody watches.
    /// - Returns: What was measured.
    static func run(
        _ samples: [ReadSamples.Sample], _ load: ReadLoad, seconds: Double, seed: UInt64,
        on session: any EngineSession, watchedBy watch: LoadWatch? = nil
    ) async -> ReadSlice {
        let (slice, use) = await LoadMeter.during(isWanted: true) {
            await read(samples, load, seconds: seconds, seed: seed, on: session, watch)
        }
        var measured = slice
        measured.use = use
        return measured
    }

    private static func read(
        _ samples: [ReadSamples.Sample], _ load: ReadLoad, seconds: Double, seed: UInt64,
        on session: any EngineSession, _ watch: LoadWatch?
    ) async -> ReadSlice {
        let reads = load.reads.map { ($0 + load.readers - 1) / load.readers } ?? .max
        let start = monotonicNanoseconds()
        let deadline = SliceBudget(seconds: seconds, events: nil).deadline(from: start)
        let records = await withTaskGroup(of: ReadRecord.self) { group in
            for reader in 0..<load.readers {
                let random = SplitMix64(seed: load.seed ^ SplitMix64.hash(seed << 32 | UInt64(reader)))
                group.addTask { await read(samples, random, until: deadline, reads: reads, on: session, watch) }
            }
            return await group.reduce(into: [ReadRecord]()) { $0.append($1) }
        }
        let whole = monotonicNanoseconds() - start
        let judging = records.reduce(0) { $0 + $1.judging } / UInt64(load.readers)
        return ReadSlice(start: start, nanoseconds: whole - min(whole, judging), records: records)
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
                    "\(sample.request) shows \(answer.events) events that are not the \(sample.answer.events) there")
                record.judging += monotonicNanoseconds() - answered
            } catch {
                record.failure = DiskFailure.words(error, during: "\(sample.request)")
                record.failures.append(AppendFailure(error, at: monotonicNanoseconds()))
                watch?.noteFailure()
                break
            }
            left -= 1
            // An engine whose calls do not suspend would let no more readers run than there are threads.
            await Task.yield()
        }
        return record
    }
}

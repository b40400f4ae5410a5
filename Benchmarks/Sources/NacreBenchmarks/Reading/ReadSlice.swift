import Nacre

/// What one slice of single reads measured.
struct ReadSlice: Sendable {
    /// From the first read to the last answer, but for the time that a reader took to judge its answers, on average.
    var nanoseconds: UInt64 = 0

    /// Nanoseconds that readers took to judge their answers, all together.
    private var judging: UInt64 = 0

    /// Nanoseconds of each read.
    var latencies: [UInt64] = []

    /// Events read.
    var events = 0

    /// Reads that showed something else than what they must.
    var wrong = AuditFinding()

    /// Why readers stopped before their time.
    var failures: [String] = []

    /// So many as a rate.
    func perSecond(_ count: Int) -> Double { nanoseconds == 0 ? 0 : Double(count) * 1e9 / Double(nanoseconds) }

    /// The slice's audit.
    var report: AuditReport {
        var report = AuditReport(checks: [wrong.check("every read shows the events that the log holds there")])
        report.checks += AuditFinding.checks(of: failures, "no read failed")
        report.add("something was read", passed: !latencies.isEmpty, detail: "no read was made")
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
    /// - Returns: What was measured.
    static func run(
        _ samples: [ReadSamples.Sample], _ load: ReadLoad, seconds: Double, seed: UInt64,
        on session: any EngineSession
    ) async -> ReadSlice {
        let reads = load.reads.map { ($0 + load.readers - 1) / load.readers } ?? .max
        let start = monotonicNanoseconds()
        let deadline = SliceBudget(seconds: seconds, events: nil).deadline(from: start)
        var all = await withTaskGroup(of: ReadSlice.self) { group in
            for reader in 0..<load.readers {
                let random = SplitMix64(seed: load.seed ^ SplitMix64.hash(seed << 32 | UInt64(reader)))
                group.addTask { await read(samples, random, until: deadline, reads: reads, on: session) }
            }
            return await group.reduce(into: ReadSlice()) { $0.add($1) }
        }
        let whole = monotonicNanoseconds() - start
        all.nanoseconds = whole - min(whole, all.judging / UInt64(load.readers))
        return all
    }

    @concurrent
    private static func read(
        _ samples: [ReadSamples.Sample], _ random: SplitMix64, until deadline: UInt64, reads: Int,
        on session: any EngineSession
    ) async -> ReadSlice {
        var random = random
        var slice = ReadSlice()
        var left = reads
        while left > 0 {
            let sample = samples[random.next(below: samples.count)]
            let start = monotonicNanoseconds()
            guard start < deadline else { break }
            do {
                let events = try await session.read(sample.request)
                let answered = monotonicNanoseconds()
                slice.latencies.append(answered - start)
                slice.events += events.count
                let answer = ReadAnswer(events)
                slice.wrong.expect(
                    answer == sample.answer,
                    "\(sample.request) shows \(answer.events) events that are not the \(sample.answer.events) there")
                slice.judging += monotonicNanoseconds() - answered
            } catch {
                slice.failures.append(DiskFailure.words(error, during: "\(sample.request)"))
                break
            }
            left -= 1
            // An engine whose calls do not suspend would let no more readers run than there are threads.
            await Task.yield()
        }
        return slice
    }

    private mutating func add(_ other: ReadSlice) {
        latencies += other.latencies
        events += other.events
        judging += other.judging
        wrong.add(other.wrong)
        failures += other.failures
    }
}

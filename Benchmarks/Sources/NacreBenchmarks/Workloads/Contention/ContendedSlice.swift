typealias ContendedSlice = CallerSlice<ContendedRecord>

extension ContendedSlice {
    var attempts: Int { records.reduce(0) { $0 + $1.attempts.attempts.count } }

    var accepted: Int { records.reduce(0) { $0 + $1.latencies.count } }

    static func run(
        _ load: ContendedLoad, within budget: SliceBudget, on session: any EngineSession,
        _ templates: PayloadTemplates, watchedBy watch: LoadWatch? = nil
    ) async -> ContendedSlice {
        let writers = (0..<load.writers).map {
            ContendingWriter($0, of: load, templates: templates, session: session, watch: watch)
        }
        let operations = budget.appends(of: load.appendLoad, writers: load.writers)
        return await run(writers, within: budget, on: session) { await $0.run(until: $1, operations: operations) }
    }
}

struct ContendedRecord: CallerRecord {
    var attempts = AttemptRecord()

    /// The number of accepted operations by their number of retries.
    private(set) var retries: [Int] = []

    var givenUp = 0

    /// The accepted operations, each timed from before its first attempt, including reads.
    var answers = TimedAnswers()

    var latencies: [UInt64] { answers.latencies }

    var answered: [TimedAnswers] { [answers] }

    var failed: [AppendFailure] { attempts.failures + attempts.failedReads }

    var overhead: UInt64 { 0 }

    /// Reads that showed an older state than the writer already knew.
    var stale = AuditFinding()

    /// Counts an accepted operation with its number of retries.
    ///
    /// The list is only as long as the most retries used: the permitted number may be far greater.
    mutating func noteAcceptance(behind count: Int) {
        if retries.count <= count { retries += [Int](repeating: 0, count: count + 1 - retries.count) }
        retries[count] += 1
    }
}

struct RetryCounts: Hashable, Sendable {
    /// The number of operations by their number of retries, which is the index.
    private(set) var counts: [Int] = []

    mutating func add(_ other: [Int]) {
        if counts.count < other.count { counts += [Int](repeating: 0, count: other.count - counts.count) }
        for (retries, count) in other.enumerated() { counts[retries] += count }
    }

    var operations: Int { counts.reduce(0, +) }

    var mean: Double {
        let retries = counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }
        return operations == 0 ? 0 : Double(retries) / Double(operations)
    }

    /// The fraction of operations without a retry; 0 without operations.
    var firstTime: Double { operations == 0 ? 0 : Double(counts.first ?? 0) / Double(operations) }

    /// The number of retries at a percentile of the operations, by nearest rank; the maximum for 100.
    func percentile(_ percent: Double) -> Int {
        let rank = max(1, Int((Double(operations) * percent / 100).rounded(.up)))
        var covered = 0
        return counts.firstIndex { count in
            covered += count
            return covered >= rank
        } ?? 0
    }
}

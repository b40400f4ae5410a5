/// What one of the concurrent callers of a slice noted.
protocol CallerRecord: Sendable {
    var answered: [TimedAnswers] { get }

    var failed: [AppendFailure] { get }

    /// Nanoseconds that it took to note or judge its answers, which the slice is not charged with.
    var overhead: UInt64 { get }
}

/// What one slice of concurrent callers on one store measured.
struct CallerSlice<Record: CallerRecord>: Sendable {
    /// When it began, of ``monotonicNanoseconds()``.
    var start: UInt64

    /// From the first call to the last answer, less the overhead of a caller, on average.
    var nanoseconds: UInt64

    var records: [Record]

    /// How the engine grouped the appends, where it says so.
    var groups: GroupStatistics?

    var use: LoadUse?

    var events: Int { records.reduce(0) { $0 + $1.answered.reduce(0) { $0 + $1.events } } }

    func perSecond(_ count: Int) -> Double { NacreBenchmarks.perSecond(count, in: nanoseconds) }

    /// What was answered and what failed in each interval of so many seconds.
    func intervals(ofSeconds seconds: Double) -> IntervalSeries {
        IntervalSeries(
            ofSeconds: seconds, from: start, nanoseconds: nanoseconds, answers: records.lazy.flatMap(\.answered),
            failures: records.lazy.flatMap(\.failed))
    }

    /// Has all callers call at the same time, until a deadline that the budget sets.
    static func run<Caller: Sendable>(
        _ callers: [Caller], within budget: SliceBudget, on session: any EngineSession,
        _ call: @escaping @Sendable (Caller, _ deadline: UInt64) async -> Record
    ) async -> CallerSlice {
        var (slice, use) = await LoadMeter.during(isWanted: true) {
            let start = monotonicNanoseconds()
            let deadline = budget.deadline(from: start)
            let records = await concurrentMap(callers) { await call($0, deadline) }
            let whole = monotonicNanoseconds() - start
            let overhead = records.reduce(0) { $0 + $1.overhead } / UInt64(max(1, records.count))
            return CallerSlice(
                start: start, nanoseconds: whole - min(whole, overhead), records: records, groups: session.groups)
        }
        slice.use = use
        return slice
    }
}

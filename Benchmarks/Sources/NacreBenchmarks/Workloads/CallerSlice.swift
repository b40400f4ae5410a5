import NacreLoad

protocol CallerRecord: Sendable {
    var answered: [TimedAnswers] { get }

    var failed: [AppendFailure] { get }

    /// Nanoseconds spent on recording or checking its answers, which are not counted in the slice.
    var overhead: UInt64 { get }
}

struct CallerSlice<Record: CallerRecord>: Sendable {
    /// The start, by ``monotonicNanoseconds()``.
    var start: UInt64

    /// The time from the first call to the last answer, minus the mean overhead of the callers.
    var nanoseconds: UInt64

    var records: [Record]

    /// How the engine grouped the appends, if it reports it.
    var groups: GroupStatistics?

    var use: LoadUse?

    var events: Int { records.reduce(0) { $0 + $1.answered.reduce(0) { $0 + $1.events } } }

    func perSecond(_ count: Int) -> Double { NacreLoad.perSecond(count, in: nanoseconds) }

    func intervals(ofSeconds seconds: Double) -> IntervalSeries {
        IntervalSeries(
            ofSeconds: seconds, from: start, nanoseconds: nanoseconds, answers: records.lazy.flatMap(\.answered),
            failures: records.lazy.flatMap(\.failed))
    }

    /// Runs all callers concurrently, until a deadline set by the budget.
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

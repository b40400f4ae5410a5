/// Runs the writers of a load against one target, in one turn or several.
package struct ConcurrentLoad: Sendable {
    private let load: AppendLoad
    private let writers: [LoadWriter]
    private let blocks: Bool

    package init(_ load: AppendLoad, on target: any AppendTarget) {
        let templates = PayloadTemplates(of: load)
        self.load = load
        blocks = target.callerUse == .blocks
        writers = load.runningWriters.map {
            LoadWriter($0, of: load, templates: templates, target: target)
        }
    }

    /// Appends until the budget of this turn is used up and every writer has its last answer.
    ///
    /// The records cover all turns so far.
    package func run(within budget: SliceBudget, watchedBy watch: LoadWatch? = nil) async -> AppendSlice {
        for writer in writers { await writer.tell(watch) }
        var (slice, use) = await LoadMeter.during(isWanted: budget.isObserved) {
            if let arrivals = budget.arrivals {
                await open(arrivals, budget)
            } else {
                await closed(budget)
            }
        }
        slice.use = use
        return slice
    }

    private func closed(_ budget: SliceBudget) async -> AppendSlice {
        let appends = budget.appends(of: load, writers: writers.count)
        let start = monotonicNanoseconds()
        let deadline = budget.deadline(from: start)
        let records = await concurrentMap(writers) { writer in
            await writer.run(until: deadline, appends: appends, notesMoments: budget.isObserved)
        }
        return AppendSlice(start: start, nanoseconds: monotonicNanoseconds() - start, records: records)
    }

    /// Starts each append at its due time, on any free writer; appends that could not start in time are left over.
    ///
    /// All writers are on one thread, which also keeps their time: see ``CallerThread``. Appends that would block it
    /// run on a second thread, one after the other, in the order of their due times.
    private func open(_ arrivals: Arrivals, _ budget: SliceBudget) async -> AppendSlice {
        let seconds = budget.seconds ?? 0
        let most = budget.appends(of: load, writers: 1)
        let drawn = arrivals.dues(seconds: seconds, seed: load.seed).prefix(most)
        // Drawing takes time too, and must not delay the first appends.
        let start = monotonicNanoseconds() + ArrivalDesk.headStart(for: drawn.count)
        let end = start + UInt64(seconds * 1e9)
        let desk = ArrivalDesk(dues: drawn.map { start + $0 }, end: end)
        let thread = CallerThread(handingOut: desk.handOutDue)
        defer { thread.end() }
        let appending = blocks ? CallerThread() : nil
        defer { appending?.end() }
        let records = await concurrentMap(writers, on: thread) { await $0.answer(desk, appendingOn: appending) }
        // If nothing is due, the slice ends at once.
        var slice = AppendSlice(start: start, nanoseconds: nanoseconds(since: start), records: records)
        slice.offered = OfferedLoad(
            dues: desk.dues, left: desk.left, end: end, answers: records.flatMap(\.moments),
            until: drawn.count == most ? desk.dues.last : nil)
        return slice
    }

    package func drain() async -> [WriterRecord] {
        var records: [WriterRecord] = []
        for writer in writers { records.append(await writer.drain()) }
        return records
    }

    /// Appends by the first writer alone, once per `interval` nanoseconds; the records cover all turns so far.
    package func pace(every interval: UInt64, seconds: Double) async -> AppendSlice {
        let start = monotonicNanoseconds()
        var records: [WriterRecord] = []
        if let first = writers.first { records.append(await first.pace(every: interval, seconds: seconds)) }
        for writer in writers.dropFirst() { records.append(await writer.run(until: 0, appends: 0)) }
        return AppendSlice(start: start, nanoseconds: monotonicNanoseconds() - start, records: records)
    }
}

extension ConcurrentLoad {
    /// Creates the writers of a load, and runs them for one turn.
    package static func run(
        _ load: AppendLoad, within budget: SliceBudget, on target: any AppendTarget, watch: LoadWatch? = nil
    ) async -> AppendSlice {
        await ConcurrentLoad(load, on: target).run(within: budget, watchedBy: watch)
    }
}

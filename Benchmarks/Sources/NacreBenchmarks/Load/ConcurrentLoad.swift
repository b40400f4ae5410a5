/// Runs the writers of a load against one target, once or in turns.
struct ConcurrentLoad<Target: AppendTarget>: Sendable {
    private let load: AppendLoad
    private let writers: [LoadWriter<Target>]

    /// Makes the writers; none of them has appended yet.
    init(_ load: AppendLoad, on target: Target) {
        let templates = PayloadTemplates(seed: load.seed, payloadBytes: load.payloadBytes)
        self.load = load
        writers = load.runningWriters.map { LoadWriter($0, of: load, templates: templates, target: target) }
    }

    /// Appends until the budget is used up and every writer has its last answer.
    ///
    /// - Parameter budget: Of this turn; the next one goes on where this one ends.
    /// - Returns: How long it took, and the records of all turns so far.
    func run(within budget: SliceBudget) async -> AppendSlice {
        let appends = budget.appends(of: load, writers: writers.count)
        let start = monotonicNanoseconds()
        let deadline = budget.deadline(from: start)
        let records = await withTaskGroup(of: (Int, WriterRecord).self) { group in
            for (number, writer) in writers.enumerated() {
                group.addTask { (number, await writer.run(until: deadline, appends: appends)) }
            }
            var records: [(Int, WriterRecord)] = []
            for await record in group { records.append(record) }
            return records.sorted { $0.0 < $1.0 }.map(\.1)
        }
        return AppendSlice(nanoseconds: monotonicNanoseconds() - start, records: records, groups: nil)
    }

    /// Has every writer hand out its record and begin a new one.
    ///
    /// - Returns: The records since the last call.
    func drain() async -> [WriterRecord] {
        var records: [WriterRecord] = []
        for writer in writers { records.append(await writer.drain()) }
        return records
    }

    /// Appends by the first writer alone, at a steady pace.
    ///
    /// - Parameters:
    ///   - interval: Nanoseconds from one append to the next.
    ///   - seconds: For how long.
    /// - Returns: How long it took, and the records of all turns so far.
    func pace(every interval: UInt64, seconds: Double) async -> AppendSlice {
        let start = monotonicNanoseconds()
        var records: [WriterRecord] = []
        if let first = writers.first { records.append(await first.pace(every: interval, seconds: seconds)) }
        for writer in writers.dropFirst() { records.append(await writer.run(until: 0, appends: 0)) }
        return AppendSlice(nanoseconds: monotonicNanoseconds() - start, records: records, groups: nil)
    }
}

extension ConcurrentLoad {
    /// Appends a load in one turn.
    static func run(_ load: AppendLoad, within budget: SliceBudget, on target: Target) async -> AppendSlice {
        await ConcurrentLoad(load, on: target).run(within: budget)
    }
}

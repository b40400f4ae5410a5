/// Runs the writers of a load against one target.
enum ConcurrentLoad {
    /// Appends until the budget is used up and every writer has its last answer.
    static func run(
        _ load: AppendLoad, within budget: SliceBudget, on target: some AppendTarget
    ) async -> AppendSlice {
        let templates = PayloadTemplates(seed: load.seed, payloadBytes: load.payloadBytes)
        let writers = (0..<load.writers).map { LoadWriter($0, of: load, templates: templates, target: target) }
        let appends = budget.appends(of: load, writers: load.writers)

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
}

extension BenchmarkReport {
    /// Merges the reports of one program's runs of the same work: rates and ratios have one sample of each, its median.
    ///
    /// Groups, memory, figures and the latencies of all slices together are those of the run with the median rate:
    /// percentiles cannot be merged without the latencies.
    static func merged(_ reports: [BenchmarkReport], command: String) -> BenchmarkReport? {
        guard var merged = reports.first, let last = reports.last else { return nil }
        merged.command = command
        merged.diskProbe.after = last.diskProbe.after
        merged.environment.warnings = Set(reports.flatMap(\.environment.warnings)).sorted()
        merged.runs = merged.runs.indices.map { index in RunReport.merged(reports.map { $0.runs[index] }) }
        for index in merged.ratios.indices {
            let medians = reports.compactMap { report in
                report.ratios.indices.contains(index) ? report.ratios[index].ratio?.median : nil
            }
            merged.ratios[index].ratio = medians.count == reports.count ? SampleSummary(medians) : nil
        }
        return merged
    }
}

extension RunReport {
    private static func joined(_ summaries: [SampleSummary?]) -> SampleSummary? {
        let medians = summaries.compactMap { $0?.median }
        return medians.count == summaries.count ? SampleSummary(medians) : nil
    }

    /// Merges runs of the same work; there must be at least one.
    fileprivate static func merged(_ runs: [RunReport]) -> RunReport {
        let rates = runs.compactMap(\.eventsPerSecond?.median)
        let order = runs.indices.sorted {
            runs[$0].eventsPerSecond?.median ?? 0 < runs[$1].eventsPerSecond?.median ?? 0
        }
        var merged = runs[order[order.count / 2]]
        merged.eventsPerSecond = rates.count == runs.count ? SampleSummary(rates) : nil
        merged.sliceP50 = joined(runs.map(\.sliceP50))
        merged.sliceP99 = joined(runs.map(\.sliceP99))
        merged.parameters.runs = runs.count
        merged.audit = AuditReport.merged(runs.map(\.audit))
        merged.promises = AuditReport.merged(runs.map { AuditReport(checks: $0.promises) }).checks
        return merged
    }
}

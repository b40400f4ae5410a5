struct ReportTable {
    let title: String
    let labels: [String]
    let report: BenchmarkReport

    var lines: [String] {
        let results = report.results(labels: labels)
        var lines =
            [title, machine, ""] + results.lines + [results.note].filter { !$0.isEmpty } + checks(passed: false)
        for table in [report.figures(labels: labels), report.comparison, report.storage, report.memory]
        where !table.rows.isEmpty {
            lines += ["", "\(table.caption):"] + table.lines
        }
        lines += [""] + checks(passed: true) + intervals
        lines.append(
            "disk: \(rateText(report.diskProbe.before.syncsPerSecond)) syncs/s before, "
                + "\(rateText(report.diskProbe.after.syncsPerSecond)) after (4 KiB each)")
        return lines + [report.environment.postgres].compactMap(\.self) + report.cautions.map { "WARNING: \($0)" }
    }

    private var machine: String {
        let environment = report.environment
        return "\(environment.cpu), \(environment.cores) cores, \(environment.kernel), "
            + "\(environment.mountedFileSystem), \(environment.lmdb), SQLite \(environment.sqlite), "
            + "\(environment.buildConfiguration) build\(environment.program.map { " \($0)" } ?? "")"
    }

    /// The failed checks and promises, or the promises that hold.
    private func checks(passed: Bool) -> [String] {
        zip(labels, report.runs).flatMap { label, run in
            (passed ? run.promises : run.audit.checks + run.promises).filter { $0.passed == passed }.map {
                passed ? "\(label): holds: \($0.name)" : "\(label): failed: \($0.name): \($0.detail ?? "")"
            }
        }
    }

    private var intervals: [String] {
        zip(labels, report.runs).compactMap { label, run in
            guard let rates = run.eventsPerSecond, let interval = rates.interval else { return nil }
            return "\(label): events/s, median of \(rates.samples.count) rounds; 95 %: \(rateText(interval.low)) to "
                + rateText(interval.high)
        }
    }
}

/// The final table of a report, as text.
struct ReportTable {
    let title: String
    let labels: [String]
    let report: BenchmarkReport

    var lines: [String] {
        var lines = [title, machine, ""]
        let results = report.results(labels: labels)
        lines += results.lines
        if !results.note.isEmpty { lines.append(results.note) }
        lines += failures
        let figures = report.figures(labels: labels)
        if !figures.rows.isEmpty { lines += [""] + figures.lines }
        let rest = zip(labels, report.runs).flatMap(details)
        if !figures.rows.isEmpty, !rest.isEmpty { lines.append("") }
        lines += rest
        if !report.ratios.isEmpty { lines.append("") }
        lines += report.ratios.map(ratio)
        lines.append("")
        lines.append(
            "disk: \(rateText(report.diskProbe.before.syncsPerSecond)) syncs/s before, "
                + "\(rateText(report.diskProbe.after.syncsPerSecond)) after (4 KiB each)")
        if let postgres = report.environment.postgres { lines.append(postgres) }
        lines += report.cautions.map { "WARNING: \($0)" }
        return lines
    }

    private var machine: String {
        let environment = report.environment
        return "\(environment.cpu), \(environment.cores) cores, \(environment.kernel), "
            + "\(environment.mountedFileSystem), \(environment.lmdb), SQLite \(environment.sqlite), "
            + "\(environment.buildConfiguration) build\(environment.program.map { " \($0)" } ?? "")"
    }

    private var failures: [String] {
        zip(labels, report.runs).flatMap { label, run in
            (run.audit.checks + run.promises).filter { !$0.passed }.map {
                "\(label): not so: \($0.name): \($0.detail ?? "")"
            }
        }
    }

    /// The results of a run besides rates, latencies and figures.
    private func details(_ label: String, _ run: RunReport) -> [String] {
        var lines = run.promises.filter(\.passed).map { "\(label): holds: \($0.name)" }
        if let rates = run.eventsPerSecond, let interval = rates.interval {
            lines.append(
                "\(label): events/s, median of \(rates.samples.count) rounds; 95 %: \(rateText(interval.low)) to "
                    + rateText(interval.high))
        }
        if let storage = run.storage {
            let files = storage.files.sorted { $0.value > $1.value }
                .map { "\($0.key) \(mebibytes(Double($0.value)))" }.joined(separator: ", ")
            let payload = Double(storage.payloadBytes)
            let written = [("process", storage.processBytesWritten), ("device", storage.deviceBytesWritten)]
                .map { name, bytes in "\(name) \(bytes.map { times(Double($0), payload) } ?? "unknown")" }
            lines.append(
                "\(label): disk used: \(times(Double(storage.totalBytes), payload)) (\(files)); written: "
                    + written.joined(separator: ", "))
        }
        if let memory = run.memory {
            lines.append(
                "\(label): anonymous memory: at most \(mebibytes(Double(memory.maxBytes))), mean of the first half "
                    + "\(mebibytes(Double(memory.firstHalfMeanBytes))), of the second "
                    + "\(mebibytes(Double(memory.secondHalfMeanBytes))) (\(memory.samples) samples)")
        }
        return lines
    }

    private func times(_ bytes: Double, _ payload: Double) -> String {
        "\(mebibytes(bytes)), \(decimal(payload > 0 ? bytes / payload : 0, decimals: 2)) of the payloads"
    }

    private func ratio(_ ratio: RatioReport) -> String {
        let quantity = ratio.quantity.map { $0 + ", " } ?? ""
        let warning = ratio.warning.map { " (\($0))" } ?? ""
        let pair = "\(quantity)\(ratio.numerator) / \(ratio.denominator)\(warning)"
        guard let figures = ratio.ratio else { return "\(pair): struck out" }
        return "\(pair): \(decimal(figures.median, decimals: 2)) (\(decimal(figures.min, decimals: 2)) to "
            + "\(decimal(figures.max, decimals: 2)), median of \(figures.samples.count) rounds; 95 %: \(figures.intervalText))"
    }
}

extension SuitePage {
    /// What tells one machine from another, of all reports.
    var machines: Set<[String]> {
        Set(
            results.compactMap(\.ownReport?.environment).map {
                [$0.cpu, "\($0.cores)", $0.kernel, $0.fileSystem]
            })
    }

    /// The machine, as a table.
    var environment: [String] {
        let reports = results.compactMap(\.ownReport)
        guard !reports.isEmpty else { return ["Nothing was measured yet."] }
        func all(_ value: (MachineEnvironment) -> String) -> String {
            var values: [String] = []
            for value in reports.map({ value($0.environment) }) where !values.contains(value) { values.append(value) }
            return values.joined(separator: "; ")
        }
        let syncs = reports.flatMap { [$0.diskProbe.before.syncsPerSecond, $0.diskProbe.after.syncsPerSecond] }
        let loads = results.filter { $0.ending?.isFirst == true }.compactMap(\.ownReport).map {
            decimal($0.environment.loadAverage, decimals: 1)
        }
        let rows = [
            ("processor", all { "\($0.cpu), \($0.cores) cores" }),
            ("memory", all { decimal(Double($0.memoryBytes) / 1_073_741_824, decimals: 1) + " GiB" }),
            ("kernel", all(\.kernel)), ("file system", all(\.fileSystem)),
            (
                "the disk by itself, 4 KiB and a sync each",
                "\(decimal(syncs.min() ?? 0, decimals: 0)) to \(decimal(syncs.max() ?? 0, decimals: 0)) a second"
            ),
            ("libraries", all { "\($0.lmdb), xxHash \($0.xxhash), SQLite \($0.sqlite)" }),
            ("build", all { "\($0.buildConfiguration), Swift \($0.swift)" }), ("program", "`\(program)`"),
            ("load average before the first step", loads.joined(separator: "; ")),
        ]
        return ["| | |", "|---|---|"] + rows.map { "| \($0) | \(SuiteTable.cell($1)) |" }
    }

    /// What the audits found, as a table; behind it every check that failed.
    var audits: [String] {
        let rows = results.map { result in
            let report = result.ownReport
            let durability = Set(report?.runs.map(\.durability.rawValue) ?? []).sorted().joined(separator: ", ")
            let checks = report.map { "\($0.runs.reduce(0) { $0 + $1.audit.checks.count })" } ?? "–"
            let promises = report.map { "\($0.runs.reduce(0) { $0 + $1.promises.count })" } ?? "–"
            let took = result.ending.map { clock($0.seconds) } ?? "–"
            let file = report == nil ? "–" : "[\(result.call.report)](\(result.call.report))"
            return [
                result.call.step.name, durability.isEmpty ? "–" : durability, checks, promises,
                verdict(on: result).words, took, file,
            ]
        }
        let failures = results.flatMap { result in
            (result.ownReport.map(SuiteTable.failedChecks) ?? []).map { "- **\(result.call.step.name)**: \($0)" }
        }
        return [
            "| step | durability | checks, of all engines | promises | verdict | took | report |",
            "|---|---|---|---|---|---|---|",
        ] + rows.map { "| " + $0.map(SuiteTable.cell).joined(separator: " | ") + " |" }
            + (failures.isEmpty ? [] : [""] + failures)
    }
}

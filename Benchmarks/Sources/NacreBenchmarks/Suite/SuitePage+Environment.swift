extension SuitePage {
    /// The attributes that identify a machine, of all reports.
    var machines: Set<[String]> {
        Set(
            results.compactMap(\.ownReport?.environment).map {
                [$0.cpu, "\($0.cores)", $0.kernel, $0.mountedFileSystem]
            })
    }

    /// The machine, as a table.
    var environment: [String] {
        let reports = results.compactMap(\.ownReport)
        guard !reports.isEmpty else { return ["Nothing was measured yet."] }
        func all(_ value: (MachineEnvironment) -> String) -> SuiteTable.Cell {
            var values: [String] = []
            for value in reports.map({ value($0.environment) }) where !values.contains(value) { values.append(value) }
            return .plain(values.joined(separator: "; "))
        }
        let syncs = reports.flatMap { [$0.diskProbe.before.syncsPerSecond, $0.diskProbe.after.syncsPerSecond] }
        let loads = results.filter { $0.ending?.isFirst == true }.compactMap(\.ownReport).map {
            decimal($0.environment.loadAverage, decimals: 1)
        }
        let rows: [(String, SuiteTable.Cell)] = [
            ("processor", all { "\($0.cpu), \($0.cores) cores" }),
            ("memory", all { decimal(Double($0.memoryBytes) / 1_073_741_824, decimals: 1) + " GiB" }),
            ("kernel", all(\.kernel)), ("file system", all(\.mountedFileSystem)),
            (
                "the disk by itself, 4 KiB and a sync each",
                .plain(
                    "\(decimal(syncs.min() ?? 0, decimals: 0)) to \(decimal(syncs.max() ?? 0, decimals: 0)) a second")
            ),
            ("libraries", all { "\($0.lmdb), xxHash \($0.xxhash), SQLite \($0.sqlite)" }),
            ("build", all { "\($0.buildConfiguration), Swift \($0.swift)" }), ("program", .marked("`\(program)`")),
            ("load average before the first step", .plain(loads.joined(separator: "; "))),
        ]
        return ["| | |", "|---|---|"] + rows.map { "| \($0) | \($1.text) |" }
    }

    /// The results of the audits, as a table, followed by every failed check.
    var audits: [String] {
        let rows: [[SuiteTable.Cell]] = results.map { result in
            let report = result.ownReport
            let durability = Set(report?.runs.map(\.durability.rawValue) ?? []).sorted().joined(separator: ", ")
            let checks = report.map { "\($0.runs.reduce(0) { $0 + $1.audit.checks.count })" } ?? "–"
            let promises = report.map { "\($0.runs.reduce(0) { $0 + $1.promises.count })" } ?? "–"
            let took = result.ending.map { clock($0.seconds) } ?? "–"
            let file = report == nil ? "–" : "[\(result.call.report)](\(result.call.report))"
            return [
                .plain(result.call.step.name), .plain(durability.isEmpty ? "–" : durability), .plain(checks),
                .plain(promises), .marked(verdict(on: result).words), .plain(took), .marked(file),
            ]
        }
        let failures = results.flatMap { result in
            (result.ownReport.map(SuiteTable.failedChecks) ?? []).map {
                "- **\(result.call.step.name)**: \(markdown($0))"
            }
        }
        return [
            "| step | durability | checks, of all engines | promises | verdict | took | report |",
            "|---|---|---|---|---|---|---|",
        ] + rows.map { "| " + $0.map(\.text).joined(separator: " | ") + " |" }
            + (failures.isEmpty ? [] : [""] + failures)
    }
}

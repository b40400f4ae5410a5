import Foundation

extension BenchmarkReport {
    /// The machine, the libraries, the disk and the harness's settings for them.
    func conditions() throws -> FigureTable {
        var rows = try JSONValue(environment).entries(except: ["warnings", "memoryBytes", "loadAverage", "cores"])
            .map { (name: $0.name == "cpu" ? "processor" : $0.name == "swift" ? "compiler" : $0.name, value: $0.value) }
        rows.append(("processor cores", decimal(environment.cores)))
        rows.append(("memory", mebibytes(Double(environment.memoryBytes))))
        rows.append(("load average before", decimal(environment.loadAverage, decimals: 2)))
        rows.append(("disk, syncs a second before (4 KiB each)", decimal(diskProbe.before.syncsPerSecond, decimals: 0)))
        rows.append(("disk, syncs a second after", decimal(diskProbe.after.syncsPerSecond, decimals: 0)))
        rows.append(("durability", Set(runs.map(\.durability.rawValue)).sorted().joined(separator: ", ")))
        if let measuredAt {
            rows.append(("measured", Date(timeIntervalSince1970: measuredAt).ISO8601Format()))
        }
        return FigureTable("Measured on", rows)
    }

    /// The parameters of the runs: a common one on one line, a different one on a line for each run.
    func parameters() throws -> FigureTable {
        let entries = try runs.map { run in
            [("durability", run.durability.rawValue)] + (try JSONValue(run.parameters).entries())
        }
        var names: [String] = []
        for (name, _) in entries.flatMap(\.self) where !names.contains(name) { names.append(name) }
        var rows: [FigureTable.Row] = []
        for name in names {
            let values = entries.map { $0.first { $0.0 == name }?.1 ?? "-" }
            if Set(values).count == 1 {
                rows.append(.init(cells: [name, "all", values[0]]))
            } else {
                rows += zip(runs, values).map { FigureTable.Row(cells: [name, $0.name, $1]) }
            }
        }
        for kind in Set(runs.map(\.latencyOf)).sorted() {
            let of = runs.filter { $0.latencyOf == kind }
            let whose = of.count == runs.count ? "all" : of.map(\.name).joined(separator: "; ")
            rows.append(.init(cells: ["latency of", whose, kind]))
        }
        return FigureTable(caption: "Parameters", columns: ["what", "runs", "value"], rows: rows)
    }

    var rounds: FigureTable {
        let count = runs.compactMap { $0.eventsPerSecond?.samples.count }.max() ?? 0
        return FigureTable(
            caption: "Events per second in each round",
            columns: ["run", "95 % interval of the median"] + (0..<count).map { "round \($0 + 1)" },
            rows: runs.compactMap { run in
                guard let rates = run.eventsPerSecond else { return nil }
                let interval =
                    rates.interval.map { "\(rateText($0.low)) to \(rateText($0.high))" } ?? rates.intervalText
                let samples = rates.samples.map(rateText)
                return .init(
                    cells: [run.name, interval] + samples + [String](repeating: "-", count: count - samples.count))
            })
    }

    /// The engines' groups, and the disk's limit; no rows if no engine reports groups.
    var groups: FigureTable {
        FigureTable(
            caption: "Groups", columns: ["run", "events/group", "appends/group", "groups/s", "groups/sync"],
            rows: runs.compactMap { run in
                guard let groups = run.groups else { return nil }
                return .init(cells: [
                    run.name, decimal(groups.events.median, decimals: 1), decimal(groups.appends.median, decimals: 1),
                    groups.perSecond.map { rateText($0.median) } ?? "-",
                    run.shareOfSyncRate.map { decimal($0.median, decimals: 2) } ?? "-",
                ])
            },
            note: "Medians of the rounds. Groups/sync: groups that an engine made durable, divided by the syncs that "
                + "the disk makes in the same time without a load (probed before and after).")
    }

    var slices: FigureTable {
        FigureTable(
            caption: "Slices over their time",
            columns: [
                "run", "slice", "seconds", "events/s", "slowest interval", "fastest interval", "maximum p99", "errors",
            ],
            rows: runs.flatMap { run in
                (run.intervals ?? []).enumerated().map { .init(cells: [run.name] + $1.cells(slice: $0 + 1)) }
            })
    }

    var memory: FigureTable {
        FigureTable(
            caption: "Anonymous memory",
            columns: ["run", "maximum", "mean, first half", "mean, second half", "growth a second", "samples"],
            rows: runs.compactMap { run in
                guard let memory = run.memory else { return nil }
                let bytes = [memory.maxBytes, memory.firstHalfMeanBytes, memory.secondHalfMeanBytes]
                return .init(
                    cells: [run.name] + bytes.map { mebibytes(Double($0)) } + [
                        decimal(memory.slopeBytesPerSecond / 1_024, decimals: 1) + " KiB", decimal(memory.samples),
                    ])
            })
    }

    var storage: FigureTable {
        FigureTable(
            caption: "Disk", columns: ["run", "what", "size", "of the payloads"],
            rows: runs.flatMap { run -> [FigureTable.Row] in
                guard let storage = run.storage else { return [] }
                var sizes = [("payloads", storage.payloadBytes), ("all files", storage.totalBytes)]
                sizes += storage.files.sorted { $0.value > $1.value }.map { ($0.key, $0.value) }
                if let bytes = storage.processBytesWritten { sizes.append(("written by the process", bytes)) }
                if let bytes = storage.deviceBytesWritten { sizes.append(("written to the device", bytes)) }
                return sizes.map { name, bytes in
                    let share = storage.payloadBytes > 0 ? Double(bytes) / Double(storage.payloadBytes) : 0
                    return .init(cells: [run.name, name, mebibytes(Double(bytes)), decimal(share, decimals: 2)])
                }
            })
    }

    /// The checks of all audits, and all promises: one row if a check passed in all runs, otherwise a row for each run.
    var checks: FigureTable {
        let all = runs.map { run in run.audit.checks + run.promises.map { $0.named("promise: \($0.name)") } }
        var names: [String] = []
        for check in all.flatMap(\.self) where !names.contains(check.name) { names.append(check.name) }
        let rows = names.flatMap { name -> [FigureTable.Row] in
            let checks = all.map { checks in checks.filter { $0.name == name } }
            if runs.count > 1, checks.allSatisfy({ $0.count == 1 && $0[0].passed }) {
                return [FigureTable.Row(cells: ["all", name, "yes", ""])]
            }
            return zip(runs, checks).flatMap { run, checks in
                checks.map {
                    FigureTable.Row(
                        cells: [run.name, name, $0.passed ? "yes" : "NO", $0.detail ?? ""], isFailure: !$0.passed)
                }
            }
        }
        return FigureTable(caption: "Checks", columns: ["run", "check", "passed", "detail"], rows: rows)
    }
}

extension AuditReport.Check {
    fileprivate func named(_ name: String) -> AuditReport.Check {
        AuditReport.Check(name: name, passed: passed, detail: detail)
    }
}

extension IntervalSeries {
    fileprivate func cells(slice: Int) -> [String] {
        let spans = spans
        let rates = spans.map(\.eventsPerSecond)
        let mean = seconds > 0 ? events.reduce(0) { $0 + Double($1) } / seconds : 0
        return [
            name.map { "\(slice), \($0)" } ?? "\(slice)", decimal(seconds, decimals: 1), rateText(mean),
            rates.min().map(rateText) ?? "-",
            rates.max().map(rateText) ?? "-", p99.compactMap(\.self).max().map(duration) ?? "-",
            decimal(errors.reduce(0, &+)),
        ]
    }
}

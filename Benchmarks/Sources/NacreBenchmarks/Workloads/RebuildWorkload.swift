import CLMDBCeiling
import Foundation

/// Making the read model of items anew from a log of their events, engine after engine.
struct RebuildWorkload: Sendable {
    let engines: [any BenchmarkEngine]
    let history: ItemHistory
    let mapSize: Int
    let runs: Int

    /// Has every engine in turn rebuild its read model from a log that is filled outside the clock.
    ///
    /// The first round, in which there is nothing yet whose place is taken, is left out.
    ///
    /// - Parameters:
    ///   - workspace: Where the stores go.
    ///   - progress: Is told of every rebuild.
    /// - Returns: One result for each engine.
    /// - Throws: Where a store cannot be filled, rebuilt or read.
    func run(in workspace: Workspace, progress: Progress) async throws -> [ContenderResult] {
        var results = engines.map { ContenderResult(Contender(engine: $0, rule: .whatWaits)) }
        var targets: [any RebuildTarget] = []
        for engine in engines {
            let folder = try workspace.makeFolder("rebuild")
            guard let target = try await engine.name.rebuildTarget(in: folder, mapSize: mapSize) else {
                throw HarnessError("the engine \(engine.name.rawValue) has no read models")
            }
            targets.append(target)
        }
        let outcome: Result<Void, any Error>
        do {
            for target in targets { try await target.fill(history) }
            outcome = .success(try await measure(targets, &results, workspace, progress))
        } catch {
            outcome = .failure(error)
        }
        for target in targets { try await target.close() }
        try outcome.get()
        return results
    }

    private func measure(
        _ targets: [any RebuildTarget], _ results: inout [ContenderResult], _ workspace: Workspace,
        _ progress: Progress
    ) async throws {
        let samplers = engines.map { _ in MemorySampler() }
        for run in 0...runs {
            for (index, target) in targets.enumerated() {
                await workspace.settle()
                // What another engine's turn has freed is not this one's memory.
                ceiling_trim_memory()
                let start = monotonicNanoseconds()
                try await samplers[index].during(ProcessInfo.processInfo.processIdentifier) {
                    try await target.rebuild()
                }
                let nanoseconds = monotonicNanoseconds() - start
                let rate = Double(history.events) * 1e9 / Double(max(1, nanoseconds))
                let report = try await audit(target)
                results[index].audits.append(report)
                progress.note(
                    run: run, of: runs, engines[index].name.rawValue, eventsPerSecond: rate, passed: report.passed)
                guard run > 0 else { continue }
                results[index].eventsPerSecond.append(rate)
                results[index].latencies.record([nanoseconds])
            }
        }
        // What several engines keep in one process is nobody's own.
        if results.count == 1, let index = results.indices.first {
            results[index].memory = samplers[index].samples
            results[index].judgeMemory(events: history.events)
        }
    }

    /// Holds every row against what the history says.
    func audit(_ target: any RebuildTarget) async throws -> AuditReport {
        var values = AuditFinding()
        let rows = try await target.rows()
        for (index, row) in rows.enumerated() {
            let expected = index < history.items ? history.row(ofItem: index) : nil
            values.expect(
                row == expected, "row \(index) is \(row), not \(expected.map { "\($0)" } ?? "there by the history")")
        }
        var report = AuditReport(checks: [
            values.check("every row is what the history says, in the order of creation")
        ])
        report.add(
            "there is a row for every item", passed: rows.count == history.items,
            detail: "\(history.items) items came to be, \(rows.count) rows are there")
        return report
    }
}

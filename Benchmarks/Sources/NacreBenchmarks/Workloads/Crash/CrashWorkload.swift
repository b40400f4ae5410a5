import Foundation
import Nacre

/// Children under load that are killed repeatedly, on one store for several cycles, each followed by an audit.
struct CrashWorkload: RunnableWorkload {
    let engine: any BenchmarkEngine

    /// The task of a child; store, journals and starting points are filled in.
    let task: CrashTask

    /// The number of kills that must interrupt the child's work.
    let cycles: Int

    /// The number of cycles after which a fresh store is begun, to limit the duration of audits.
    let cyclesPerStore: Int

    /// The longest time that a child appends before it is killed, in nanoseconds.
    let maxDelay: UInt64

    /// The number of consecutive kills that may miss before the workload gives up.
    var missesInARow = 25

    /// Runs a cycle; a test may replace it with one that misses.
    var runCycle: @Sendable (CrashCycle, inout CrashLedger) async throws -> CrashCycle.Outcome = { cycle, ledger in
        try await cycle.run(&ledger)
    }

    /// The totals of all cycles.
    private struct Sums {
        var acknowledged = 0
        var inFlight = 0
        var found = 0
        var misses = 0
        var tornJournals = 0
    }

    /// Kills, recovers and audits until the required number of kills interrupted work, or an audit fails; latencies are
    /// those of the recoveries.
    ///
    /// - Throws: ``HarnessError`` if no child can be started, or none can be killed at work.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        let (workspace, progress) = (context.workspace, context.progress)
        var result = ContenderResult(engine)
        var random = SplitMix64(seed: task.plan.seed ^ 0x6B69_6C6C)
        var sums = Sums()
        var done = 0
        while done < cycles, result.audit.checks.allSatisfy(\.passed) {
            try await workspace.withFreshStore { folder in
                var ledger = CrashLedger(writers: task.plan.writers + 1)
                let end = min(cycles, done + cyclesPerStore)
                var misses = 0
                while done < end {
                    await workspace.settle()
                    let delay = UInt64(random.next(below: Int(maxDelay)))
                    let outcome = try await cycle(folder, context, delay, &ledger, &result, &sums)
                    guard result.audits.last?.passed == true else {
                        progress.note("cycle \(done + 1) of \(cycles)  AUDIT FAILED")
                        return
                    }
                    guard let miss = outcome.miss else {
                        misses = 0
                        done += 1
                        progress.note(
                            "cycle \(done) of \(cycles)  killed after \(duration(nanoseconds: outcome.nanoseconds)), "
                                + "\(decimal(outcome.acknowledged)) acknowledged, \(outcome.inFlight) in flight")
                        continue
                    }
                    misses += 1
                    sums.misses += 1
                    guard misses < missesInARow else {
                        throw HarnessError(
                            "\(misses) kills in a row did not fall midway, the last one because \(miss): give the "
                                + "children longer with --cycle-milliseconds (\(maxDelay / 1_000_000))")
                    }
                }
            }
        }
        note(&result, sums, done: done)
        return [result]
    }

    private func cycle(
        _ folder: URL, _ context: RunContext, _ delay: UInt64, _ ledger: inout CrashLedger,
        _ result: inout ContenderResult, _ sums: inout Sums
    ) async throws -> CrashCycle.Outcome {
        let journals = try context.workspace.makeFolder("journals")
        var task = task
        task.store = folder.path
        task.journals = journals.path
        task.next = ledger.next
        task.heads = ledger.heads
        let outcome = try await runCycle(CrashCycle(task: task, delay: delay), &ledger)
        try FileManager.default.removeItem(at: journals)
        let recovery = await CrashRecovery(engine: engine, plan: task.plan, audit: context.audit).run(folder, ledger)
        ledger = recovery.ledger
        var report = recovery.report
        // A full or failing disk takes no append after the kill either; for anything else, the store is at fault.
        if let fault = outcome.fault, DiskFailure.isOne(fault),
            report.checks.allSatisfy({ $0.passed || $0.name == CrashRecovery.openingCheck })
        {
            throw HarnessError(.inputOutput, "\(fault): make room, or choose another disk with --directory")
        }
        report.add(
            "every child opens the store and appends until it is killed", passed: outcome.fault == nil,
            detail: outcome.fault ?? "")
        result.audits.append(report)
        guard outcome.miss == nil else { return outcome }
        sums.acknowledged += outcome.acknowledged
        sums.inFlight += recovery.inFlight
        sums.found += recovery.found
        sums.tornJournals += outcome.tornJournals
        let events = outcome.acknowledged * task.plan.eventsPerAppend
        result.eventsPerSecond.append(perSecond(events, in: max(1, outcome.nanoseconds)))
        if let nanoseconds = recovery.nanoseconds { result.latencies.record([nanoseconds]) }
        return outcome
    }

    private func note(_ result: inout ContenderResult, _ sums: Sums, done: Int) {
        result.note("kills that fell midway", Double(done), .count)
        result.note("kills that did not, and were made again", Double(sums.misses), .count)
        result.note("commits acknowledged before a kill", Double(sums.acknowledged), .count)
        result.note("commits in flight when their child was killed", Double(sums.inFlight), .count)
        result.note("of these, there after the kill", Double(sums.found), .count)
        result.note("journals whose last record a kill fell into", Double(sums.tornJournals), .count)
        result.note("recovery", result.latencies, [.p50, .p90, .p99, .longest])
    }
}

import Foundation

/// Children under load that are killed repeatedly, on one store for several cycles, each followed by an audit.
package struct CrashTrial: Sendable {
    package let engine: any BenchmarkEngine

    /// The task of a child; store, journals and starting points are filled in.
    package let task: CrashTask

    /// The number of kills that must interrupt the child's work.
    let cycles: Int

    /// The number of cycles after which a fresh store is begun, to limit the duration of audits.
    let cyclesPerStore: Int

    /// The longest time that a child appends before it is killed, in nanoseconds.
    let maxDelay: UInt64

    /// Whether a second process opens the store for a moment, again and again.
    package let hasVisitor: Bool

    /// The number of consecutive kills that may miss before the trial ends with an error.
    var missesInARow = 25

    /// Runs a cycle; a test may replace it with one that misses.
    var runCycle: @Sendable (CrashCycle, inout CrashLedger) async throws -> CrashCycle.Outcome = { cycle, ledger in
        try await cycle.run(&ledger)
    }

    package init(
        engine: any BenchmarkEngine, task: CrashTask, cycles: Int, cyclesPerStore: Int, maxDelay: UInt64,
        hasVisitor: Bool = false
    ) {
        (self.engine, self.task, self.cycles) = (engine, task, cycles)
        (self.cyclesPerStore, self.maxDelay, self.hasVisitor) = (cyclesPerStore, maxDelay, hasVisitor)
    }

    /// The findings of all cycles.
    package struct Findings: Sendable {
        package var audits: [AuditReport] = []

        /// Acknowledged events a second, of each cycle that counts.
        package var eventsPerSecond: [Double] = []

        /// From each opening after a kill to the answer to the first append.
        package var recoveries = LatencyRecorder()

        /// Kills that interrupted work, and kills that did not.
        package var kills = 0
        package var misses = 0

        /// Commits acknowledged before a kill, in flight at a kill, and those of the latter that were in the log.
        package var acknowledged = 0
        package var inFlight = 0
        package var found = 0

        /// Journals whose last record a kill cut off.
        package var tornJournals = 0

        /// The uses of the store's journal by the children, and the cycles in which it was handed over.
        package var journal = JournalUse()
        package var handedOver = 0

        /// The times of the visitors' openings.
        package var openings = LatencyRecorder()
    }

    /// Kills, recovers and audits until the required number of kills interrupted work, or an audit fails.
    ///
    /// - Throws: ``HarnessError`` if no child can be started, or none can be killed at work.
    package func run(
        in workspace: Workspace, audit: SliceAudit, note: (String) -> Void
    ) async throws -> Findings {
        var findings = Findings()
        var random = SplitMix64(seed: task.plan.seed ^ 0x6B69_6C6C)
        while findings.kills < cycles, findings.audits.allSatisfy({ $0.checks.allSatisfy(\.passed) }) {
            try await workspace.withFreshStore { folder in
                var ledger = CrashLedger(writers: task.plan.writers + 1)
                let end = min(cycles, findings.kills + cyclesPerStore)
                var misses = 0
                while findings.kills < end {
                    await workspace.settle()
                    let delay = UInt64(random.next(below: Int(maxDelay)))
                    let outcome = try await cycle(folder, workspace, audit, delay, &ledger, &findings)
                    guard findings.audits.last?.passed == true else {
                        note("cycle \(findings.kills + 1) of \(cycles)  AUDIT FAILED")
                        return
                    }
                    guard let miss = outcome.miss else {
                        misses = 0
                        findings.kills += 1
                        note(
                            "cycle \(findings.kills) of \(cycles)  killed after "
                                + "\(duration(nanoseconds: outcome.nanoseconds)), \(decimal(outcome.acknowledged)) "
                                + "acknowledged, \(outcome.inFlight) in flight")
                        continue
                    }
                    misses += 1
                    findings.misses += 1
                    guard misses < missesInARow else {
                        throw HarnessError(
                            "\(misses) kills in a row did not interrupt the load, the last one because \(miss): let "
                                + "the children run longer with --cycle-milliseconds (\(maxDelay / 1_000_000))")
                    }
                }
            }
        }
        return findings
    }

    private func cycle(
        _ folder: URL, _ workspace: Workspace, _ audit: SliceAudit, _ delay: UInt64, _ ledger: inout CrashLedger,
        _ findings: inout Findings
    ) async throws -> CrashCycle.Outcome {
        let journals = try workspace.makeFolder("journals")
        var task = task
        task.store = folder.path
        task.journals = journals.path
        task.next = ledger.next
        task.heads = ledger.heads
        let outcome = try await runCycle(CrashCycle(task: task, delay: delay, hasVisitor: hasVisitor), &ledger)
        try FileManager.default.removeItem(at: journals)
        let recovery = await CrashRecovery(engine: engine, plan: task.plan, audit: audit).run(folder, ledger)
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
        findings.audits.append(report)
        guard outcome.miss == nil else { return outcome }
        findings.acknowledged += outcome.acknowledged
        findings.inFlight += recovery.inFlight
        findings.found += recovery.found
        findings.tornJournals += outcome.tornJournals
        findings.journal.add(outcome.journal)
        findings.handedOver += outcome.journal.handOvers > 0 ? 1 : 0
        for nanoseconds in outcome.openings { findings.openings.record(nanoseconds) }
        let events = outcome.acknowledged * task.plan.eventsPerAppend
        findings.eventsPerSecond.append(perSecond(events, in: max(1, outcome.nanoseconds)))
        if let nanoseconds = recovery.nanoseconds { findings.recoveries.record(nanoseconds) }
        return outcome
    }
}

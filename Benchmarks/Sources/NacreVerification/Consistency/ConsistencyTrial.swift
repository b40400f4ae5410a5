import Foundation
import Nacre

/// Concurrent clients in several processes on one store, whose histories are checked against the log that they leave.
package struct ConsistencyTrial: Sendable {
    package let engine: any BenchmarkEngine

    /// The task of a process; store, history and clients are filled in.
    package let task: ConsistencyTask
    let processes: Int
    let clientsPerProcess: Int

    /// The duration of the clients' calls.
    package let seconds: Double

    package init(
        engine: any BenchmarkEngine, task: ConsistencyTask, processes: Int, clientsPerProcess: Int, seconds: Double
    ) {
        (self.engine, self.task, self.processes) = (engine, task, processes)
        (self.clientsPerProcess, self.seconds) = (clientsPerProcess, seconds)
    }

    /// The report of the checks, and the calls of all clients by their outcomes.
    package struct Findings: Sendable {
        package var report: AuditReport
        package var eventsPerSecond: Double

        /// Latencies of the appends that were accepted, or recognized as repeats.
        package var latencies = LatencyRecorder()
        package var accepted = 0
        package var repeats = 0
        package var refused = 0

        /// Appends refused because their ids were recorded with other events.
        package var mismatched = 0

        /// Appends withdrawn, or failed in another way.
        package var failed = 0
        package var reads = 0

        /// The uses of the store's journal by processes that take turns.
        package var journal = JournalUse()

        fileprivate mutating func count(_ entry: HistoryEntry) {
            switch entry.call {
            case .append(_, .accepted(_, _, let isRepeat)):
                accepted += isRepeat ? 0 : 1
                repeats += isRepeat ? 1 : 0
                latencies.record(entry.completed - entry.invoked)
            case .append(_, .refused): refused += 1
            case .append(_, .mismatched): mismatched += 1
            case .append(_, .withdrawn), .append(_, .failed): failed += 1
            case .read: reads += 1
            }
        }
    }

    /// Runs the processes, and checks their clients' histories.
    package func run(
        in workspace: Workspace, audit: SliceAudit, note: (String) -> Void
    ) async throws -> Findings {
        let folder = try workspace.makeFolder("consistency")
        // Created beforehand, so that no process waits for another one to create it.
        try await engine.open(folder).close()
        note("\(processes) processes, \(clientsPerProcess) clients each, call for \(decimal(seconds, decimals: 1)) s")
        await workspace.settle()
        let start = monotonicNanoseconds()
        let (entries, journal) = try await histories(folder, workspace)
        let nanoseconds = monotonicNanoseconds() - start
        note("checking \(decimal(entries.count)) calls")
        let log = try await log(of: folder)
        var checker = ConsistencyChecker(entries, log)
        var report = checker.check()
        if task.takesTurns, engine.name == .nacre, task.durability == .full {
            report.add(
                "the journal was taken into use, and handed over", passed: journal.handOvers > 0,
                detail: "\(journal.uses) uses, \(journal.handOvers) of them ended by a hand-over")
        }
        report.add("the engine itself finds no fault", faults: try await engine.faults(in: folder))
        try await audit.addBothReadings(of: folder, through: engine, to: &report)
        if let failure = Self.diskFailure(in: entries, found: report) { throw failure }
        var findings = Findings(
            report: report, eventsPerSecond: perSecond(log.events.count, in: max(1, nanoseconds)))
        findings.journal = journal
        for entry in entries { findings.count(entry) }
        return findings
    }

    /// The disk's failure, if nothing else is wrong: the histories are then no test of the store.
    ///
    /// It is `nil` if the disk did not fail, or the store is at fault.
    package static func diskFailure(in entries: [HistoryEntry], found report: AuditReport) -> HarnessError? {
        let failures = entries.compactMap { entry -> String? in
            guard case .append(_, .failed(let words, _)) = entry.call, DiskFailure.isOne(words) else { return nil }
            return words
        }
        // If the disk was full early, the history may be almost empty.
        guard let first = failures.first,
            report.checks.allSatisfy({ $0.passed || $0.name == ConsistencyCheck.coverage.rawValue })
        else { return nil }
        return HarnessError(
            .inputOutput,
            "the disk failed \(decimal(failures.count)) appends, so that the histories test nothing; "
                + "the first failure: \(first): make room, or choose another disk with --directory")
    }

    private func histories(
        _ folder: URL, _ workspace: Workspace
    ) async throws -> (entries: [HistoryEntry], journal: JournalUse) {
        let files = try workspace.makeFolder("histories")
        var children: [(child: ChildProcess, history: String)] = []
        var journal = JournalUse()
        do {
            for number in 0..<processes {
                var task = task
                task.store = folder.path
                task.history = files.appendingPathComponent("process-\(number)").path
                task.clients = number * clientsPerProcess..<(number + 1) * clientsPerProcess
                task.seconds = seconds
                children.append((try await ChildProcess("consistency-worker", task), task.history))
            }
            for (child, _) in children {
                guard let reply = try await child.reply(within: seconds + Deadline.patience) else {
                    throw HarnessError(
                        "the process \(child.process.processID) ended before it answered: its own message is on "
                            + "standard error")
                }
                if let failure = reply.failure {
                    throw HarnessError(
                        DiskFailure.isOne(failure) ? .inputOutput : .other,
                        "the process \(child.process.processID) failed: \(failure)")
                }
                if let use = reply.journal { journal.add(use) }
            }
        } catch {
            for (child, _) in children { _ = await child.end() }
            throw error
        }
        var entries: [HistoryEntry] = []
        for (child, history) in children {
            _ = await child.process.ending()
            entries += try HistoryFile.read(history)
        }
        return (entries, journal)
    }

    private func log(of folder: URL) async throws -> FinalLog {
        try await engine.withSession(folder) { session in
            try await FinalLog(of: session.queriedStore, breaking: task.breaking)
        }
    }
}

extension ConsistencyTask {
    /// Runs the clients of this process on the store, and writes their histories.
    ///
    /// - Returns: The uses of the store's journal by this process, if it takes turns.
    package func run() async throws -> JournalUse? {
        var plan = plan
        // A busy machine may take long to start the process.
        if let seconds { plan.until = monotonicNanoseconds() + UInt64(seconds * 1e9) }
        let history = try HistoryFile(creating: history)
        let (engine, folder) = (engine.engine(durability, mapSize: mapSize), URL(fileURLWithPath: store))
        let run = ConsistencyRun(plan: plan, clients: clients)
        var journal: JournalUse?
        if takesTurns {
            let turns = TurnTakingStore(seed: plan.seed ^ UInt64(clients.lowerBound)) { try await engine.open(folder) }
            async let taking: Void = turns.takeTurns(until: plan.until)
            try await run.run(on: broken(TurnTakingTarget(turns: turns))) { try history.add($0) }
            try await taking
            try await turns.close()
            journal = await turns.journal
        } else {
            let session = try await engine.open(folder)
            let target = EventStoreTarget(store: try session.queriedStore)
            try await run.run(on: broken(target)) { try history.add($0) }
            try await session.close()
        }
        try history.close()
        return journal
    }

    /// The target, or one that breaks a rule.
    private func broken(_ target: any ConsistencyTarget) -> any ConsistencyTarget {
        if let breaking { BrokenTarget(target, breaking) } else { target }
    }
}

extension EngineSession {
    /// The event store of the session.
    ///
    /// - Throws: ``HarnessError`` if the engine is not an event store, and so has no reads by query.
    var queriedStore: any EventStore {
        get throws {
            guard let store = (self as? any EventStoreSession)?.store else {
                throw HarnessError("the engine is not an event store: it has no reads by query, which the clients need")
            }
            return store
        }
    }
}

import Foundation
import Nacre

/// Concurrent clients in several processes on one store, whose histories are checked against the log that they leave.
struct ConsistencyWorkload: RunnableWorkload {
    let engine: any BenchmarkEngine

    /// The task of a process; store, history and clients are filled in.
    let task: ConsistencyTask
    let processes: Int
    let clientsPerProcess: Int

    /// The duration of the clients' calls.
    let seconds: Double

    /// Runs the processes, and checks their clients' histories; latencies are those of the accepted appends.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        let (workspace, progress) = (context.workspace, context.progress)
        var result = ContenderResult(engine)
        let folder = try workspace.makeFolder("consistency")
        // Created beforehand, so that no process waits for another one to create it.
        try await engine.open(folder).close()
        progress.note(
            "\(processes) processes, \(clientsPerProcess) clients each, call for \(decimal(seconds, decimals: 1)) s")
        await workspace.settle()
        let start = monotonicNanoseconds()
        let entries = try await histories(folder, workspace)
        let nanoseconds = monotonicNanoseconds() - start
        progress.note("checking \(decimal(entries.count)) calls")
        let log = try await log(of: folder)
        var checker = ConsistencyChecker(entries, log)
        var report = checker.check()
        let faults = try await engine.faults(in: folder)
        report.add("the engine itself finds no fault", faults: faults)
        try await context.audit.addBothReadings(of: folder, through: engine, to: &report)
        result.audits.append(report)
        result.eventsPerSecond.append(perSecond(log.events.count, in: max(1, nanoseconds)))
        if let failure = Self.diskFailure(in: entries, found: report) { throw failure }
        note(&result, entries)
        return [result]
    }

    /// The disk's failure, if nothing else is wrong: the histories are then no test of the store.
    ///
    /// It is `nil` if the disk did not fail, or the store is at fault.
    static func diskFailure(in entries: [HistoryEntry], found report: AuditReport) -> HarnessError? {
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
            "\(decimal(failures.count)) appends failed, which shows nothing but that; the first: \(first): make room, or "
                + "choose another disk with --directory")
    }

    private func histories(_ folder: URL, _ workspace: Workspace) async throws -> [HistoryEntry] {
        let files = try workspace.makeFolder("histories")
        var children: [(process: ChildProcess, history: String)] = []
        do {
            for number in 0..<processes {
                var task = task
                task.store = folder.path
                task.history = files.appendingPathComponent("process-\(number)").path
                task.clients = number * clientsPerProcess..<(number + 1) * clientsPerProcess
                task.plan.until = monotonicNanoseconds() + UInt64(seconds * 1e9)
                children.append((try await ChildProcess("consistency-worker", task), task.history))
            }
            for child in children {
                guard let reply = try await child.process.reply(within: seconds + Deadline.patience) else {
                    throw HarnessError(
                        "the process \(child.process.processID) ended before it answered: its own message is on "
                            + "standard error")
                }
                if let failure = reply.failure {
                    throw HarnessError(
                        DiskFailure.isOne(failure) ? .inputOutput : .other,
                        "the process \(child.process.processID) failed: \(failure)")
                }
            }
        } catch {
            for child in children { _ = await child.process.end() }
            throw error
        }
        var entries: [HistoryEntry] = []
        for child in children {
            _ = await child.process.ending()
            entries += try HistoryFile.read(child.history)
        }
        return entries
    }

    private func log(of folder: URL) async throws -> FinalLog {
        try await engine.withSession(folder) { session in
            guard let store = (session as? any EventStoreSession)?.store else {
                throw HarnessError("the engine \(engine.name.rawValue) cannot be read by queries, which clients do")
            }
            return try await FinalLog(of: store, breaking: task.breaking)
        }
    }

    private func note(_ result: inout ContenderResult, _ entries: [HistoryEntry]) {
        var accepted = 0
        var repeats = 0
        var refused = 0
        var mismatched = 0
        var failed = 0
        var reads = 0
        for entry in entries {
            switch entry.call {
            case .append(_, .accepted(_, _, let isRepeat)):
                accepted += isRepeat ? 0 : 1
                repeats += isRepeat ? 1 : 0
                result.latencies.record([entry.completed - entry.invoked])
            case .append(_, .refused): refused += 1
            case .append(_, .mismatched): mismatched += 1
            case .append(_, .withdrawn), .append(_, .failed): failed += 1
            case .read: reads += 1
            }
        }
        result.note("appends accepted", Double(accepted), .count)
        result.note("appends refused for a rule of theirs", Double(refused), .count)
        result.note("repeats answered as such", Double(repeats), .count)
        result.note("appends refused for ids recorded with something else", Double(mismatched), .count)
        result.note("appends withdrawn or failed otherwise", Double(failed), .count)
        result.note("reads", Double(reads), .count)
    }
}

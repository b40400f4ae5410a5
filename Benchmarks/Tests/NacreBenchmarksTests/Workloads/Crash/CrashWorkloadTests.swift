import Foundation
import Synchronization
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// Real child processes, killed with SIGKILL.
@Suite struct CrashWorkloadTests {
    private func crash(
        _ name: EngineName, cycles: Int, cyclesPerStore: Int = 20, plant: CrashPlant? = nil,
        _ change: (inout CrashTrial) -> Void = { _ in }
    ) async throws -> ContenderResult {
        let plan = CrashPlan(
            writers: 8, eventsPerAppend: 4, streamsPerAppend: 2, streams: 60, payloadBytes: 64, seed: 11,
            metadataBytes: 20)
        let task = CrashTask(
            engine: name, durability: .unsynced, mapSize: smallMap, store: "", journals: "", plan: plan,
            next: [], heads: [:], plant: plant)
        return try await withTemporaryFolder { folder in
            var trial = CrashTrial(
                engine: name.engine(.unsynced, mapSize: smallMap), task: task, cycles: cycles,
                cyclesPerStore: cyclesPerStore, maxDelay: 200_000_000)
            change(&trial)
            let audit = SliceAudit(
                secondReader: LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap))
            let result = try await CrashWorkload(trial: trial).run(
                in: Workspace(below: folder), audit: audit, progress: Progress(isShown: false))[0]
            let files = FileManager.default
            for left in try files.contentsOfDirectory(atPath: folder.path) {
                #expect(try files.contentsOfDirectory(atPath: "\(folder.path)/\(left)") == [])
            }
            return result
        }
    }

    private func figure(_ name: String, of result: ContenderResult) -> Double? {
        result.figures.first { $0.name == name }?.value
    }

    @Test(arguments: [EngineName.nacre, .sqlite, .sqliteGroup])
    func `repeated kills on one store lose nothing`(engine: EngineName) async throws {
        let result = try await crash(engine, cycles: 3)
        #expect(result.audit.passed, "\(result.audit)")
        #expect(result.audit.checks.contains { $0.name.hasPrefix("a second reader") } == (engine == .nacre))
        #expect(result.latencies.count == 3)
        #expect(result.eventsPerSecond.count == 3)
        #expect(figure("kills that fell midway", of: result) == 3)
        #expect(try #require(figure("commits acknowledged before a kill", of: result)) >= 3)
        #expect(try #require(figure("commits in flight when their child was killed", of: result)) >= 3)
    }

    @Test func `a fresh store begins after the given number of cycles`() async throws {
        let result = try await crash(.nacre, cycles: 3, cyclesPerStore: 1)
        #expect(result.audit.passed, "\(result.audit)")
        #expect(figure("kills that fell midway", of: result) == 3)
    }

    @Test(arguments: [
        (CrashPlant.earlyAcknowledgement, "every acknowledged commit is in the log"),
        (.lostCommit, "every acknowledged commit is in the log"),
        (.partialCommit, "every commit is whole, with adjacent events"),
        (.lostMetadata, AuditReport.contextCheck),
    ])
    func `a careless child is detected`(plant: CrashPlant, check: String) async throws {
        let result = try await crash(.nacre, cycles: 20, plant: plant)
        #expect(result.audit.checks.contains { $0.name == check && !$0.passed }, "\(result.audit)")
    }

    @Test func `kills that never interrupt work end the run with the reason`() async throws {
        let cycles = Mutex(0)
        let error = await #expect(throws: HarnessError.self) {
            _ = try await crash(.nacre, cycles: 1) { trial in
                trial.missesInARow = 3
                trial.runCycle = { _, _ in
                    cycles.withLock { $0 += 1 }
                    return CrashCycle.Outcome(
                        nanoseconds: 1, acknowledged: 0, inFlight: 1, tornJournals: 0, ending: .signal(SIGKILL))
                }
            }
        }
        #expect(
            error?.message.contains("3 kills in a row did not interrupt the load") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("nothing was acknowledged yet") == true)
        #expect(error?.message.contains("--cycle-milliseconds") == true)
        #expect(cycles.withLock { $0 } == 3)
    }

    @Test(arguments: [
        (1, 1, SIGKILL, nil), (0, 1, SIGKILL, "nothing was acknowledged yet"),
        (1, 0, SIGKILL, "no append was in flight"),
        (1, 1, SIGSEGV, "the child was ended by signal \(SIGSEGV) before it was killed"),
    ])
    func `a kill interrupts work if an append was acknowledged and one was in flight`(
        acknowledged: Int, inFlight: Int, signal: Int32, miss: String?
    ) {
        let outcome = CrashCycle.Outcome(
            nanoseconds: 1, acknowledged: acknowledged, inFlight: inFlight, tornJournals: 0,
            ending: .signal(signal))
        #expect(outcome.miss == miss)
        #expect((outcome.fault == nil) == (signal == SIGKILL))
    }

    private let small = CrashPlan(
        writers: 1, eventsPerAppend: 1, streamsPerAppend: 1, streams: 2, payloadBytes: 64, seed: 1)

    private func task(on store: URL, journals: URL) -> CrashTask {
        CrashTask(
            engine: .nacre, durability: .full, mapSize: smallMap, store: store.path, journals: journals.path,
            plan: small, next: [0, 0], heads: [:])
    }

    @Test func `a child that cannot open its store is a finding with its message`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("file")
            try Data("no store".utf8).write(to: file)
            var ledger = CrashLedger(writers: 2)
            let cycle = CrashCycle(task: task(on: file, journals: folder), delay: 1_000_000_000)
            let outcome = try await cycle.run(&ledger)
            #expect(outcome.failure?.contains(file.path) == true)
            #expect(outcome.fault == outcome.failure)
        }
    }

    @Test(arguments: [6_000_000_000, 6_000_000_001])
    func `a visitor opens the store beside the child, and is killed with it`(delay: UInt64) async throws {
        try await withTemporaryFolder { folder in
            var ledger = CrashLedger(writers: 2)
            let store = folder.appendingPathComponent("store")
            let cycle = CrashCycle(task: task(on: store, journals: folder), delay: delay, hasVisitor: true)
            let outcome = try await cycle.run(&ledger)
            #expect(outcome.fault == nil)
            #expect(outcome.acknowledged > 0)
            #expect(!outcome.openings.isEmpty)
        }
    }

    @Test func `a visitor that fails is a finding with its message`() async throws {
        try await withTemporaryFolder { folder in
            var ledger = CrashLedger(writers: 2)
            let store = folder.appendingPathComponent("store")
            // Where the visitor's notes belong, the way is blocked.
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("openings"), withIntermediateDirectories: true)
            let cycle = CrashCycle(task: task(on: store, journals: folder), delay: 1_000_000_000, hasVisitor: true)
            let outcome = try await cycle.run(&ledger)
            #expect(outcome.fault?.contains("the visitor") == true)
            #expect(outcome.fault?.contains("openings") == true)
        }
    }

    @Test func `a child that hangs while opening is killed, and is a finding`() async throws {
        try await withTemporaryFolder { folder in
            var ledger = CrashLedger(writers: 2)
            let store = folder.appendingPathComponent("store")
            let cycle = CrashCycle(task: task(on: store, journals: folder), delay: 1, patience: 0)
            let outcome = try await cycle.run(&ledger)
            #expect(outcome.ending.isKill)
            #expect(outcome.fault?.contains("did not answer within 0.0 s") == true)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a store that hangs at the opening after a kill is a finding`() async throws {
        let engine = NacreEngine(durability: .unsynced, mapSize: smallMap)
        let audit = SliceAudit(
            secondReader: LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap))
        try await withTemporaryFolder { folder in
            let recovery = CrashRecovery(
                engine: HangingEngine(engine: engine), plan: small, audit: audit, patience: 0.05)
            var ledger = CrashLedger(writers: 2)
            try ledger.take(AppendAnswer(first: 1, last: 1, versions: [1]), to: 0, of: 0)
            let findings = await recovery.run(folder, ledger)
            #expect(findings.nanoseconds == nil)
            // The log was not read: its contents are no finding.
            let failed = findings.report.checks.filter { !$0.passed }
            #expect(failed.map(\.name) == [CrashRecovery.openingCheck, "the whole log can be read after reopening"])
            #expect(failed.first { $0.name == CrashRecovery.openingCheck }?.detail?.hasSuffix("it hangs") == true)
        }
    }
}

/// An engine whose stores never open.
private struct HangingEngine: WrappingEngine {
    let engine: any BenchmarkEngine

    func open(_ folder: URL) async throws -> any EngineSession {
        try await Task.sleep(for: .seconds(86_400))
        return try await engine.open(folder)
    }
}

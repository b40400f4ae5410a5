import Foundation
import Testing

@testable import NacreBenchmarks

/// Real children, really killed.
@Suite struct CrashWorkloadTests {
    private func crash(
        _ name: EngineName, cycles: Int, cyclesPerStore: Int = 20, payloadBytes: Int = 64, delay: UInt64 = 200_000_000,
        missesInARow: Int = 25, plant: CrashPlant? = nil
    ) async throws -> ContenderResult {
        let plan = CrashPlan(
            writers: 8, eventsPerAppend: 4, streamsPerAppend: 2, streams: 60, payloadBytes: payloadBytes, seed: 11)
        let task = CrashTask(
            engine: name, durability: .riskingTheWholeStore, mapSize: smallMap, store: "", journals: "", plan: plan,
            next: [], heads: [:], plant: plant)
        return try await withTemporaryFolder { folder in
            var workload = CrashWorkload(
                engine: name.engine(.riskingTheWholeStore, mapSize: smallMap), task: task, cycles: cycles,
                cyclesPerStore: cyclesPerStore, longestDelay: delay)
            workload.missesInARow = missesInARow
            let result = try await workload.run(in: Workspace(below: folder), progress: Progress(isShown: false))[0]
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
    func `killed again and again on one store, an engine loses nothing`(engine: EngineName) async throws {
        let result = try await crash(engine, cycles: 3)
        #expect(result.audit.passed, "\(result.audit)")
        #expect(result.latencies.count == 3)
        #expect(result.eventsPerSecond.count == 3)
        #expect(figure("kills that fell midway", of: result) == 3)
        #expect(try #require(figure("commits acknowledged before a kill", of: result)) >= 3)
        #expect(try #require(figure("commits in flight when their child was killed", of: result)) >= 3)
    }

    @Test func `a fresh store is begun after so many cycles`() async throws {
        let result = try await crash(.nacre, cycles: 3, cyclesPerStore: 1)
        #expect(result.audit.passed, "\(result.audit)")
        #expect(figure("kills that fell midway", of: result) == 3)
    }

    @Test(arguments: [
        (CrashPlant.earlyAcknowledgement, "every acknowledged commit is in the log"),
        (.lostCommit, "every acknowledged commit is in the log"),
        (.partialCommit, "every commit is whole, its events side by side"),
    ])
    func `a child that is careless is found out`(plant: CrashPlant, check: String) async throws {
        let result = try await crash(.nacre, cycles: 20, plant: plant)
        #expect(result.audit.checks.contains { $0.name == check && !$0.passed }, "\(result.audit)")
    }

    @Test func `kills that never fall midway end the run, which says why`() async throws {
        // A child needs longer to make its first commit than it is given.
        let error = await #expect(throws: HarnessError.self) {
            _ = try await crash(.nacre, cycles: 1, payloadBytes: 1 << 19, delay: 1, missesInARow: 2)
        }
        #expect(error?.message.contains("2 kills in a row did not fall midway") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("--cycle-milliseconds") == true)
    }

    @Test func `a child that cannot open its store is a finding, in its own words`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("file")
            try Data("no store".utf8).write(to: file)
            let plan = CrashPlan(
                writers: 1, eventsPerAppend: 1, streamsPerAppend: 1, streams: 2, payloadBytes: 64, seed: 1)
            let task = CrashTask(
                engine: .nacre, durability: .full, mapSize: smallMap, store: file.path, journals: folder.path,
                plan: plan, next: [0, 0], heads: [:])
            var ledger = CrashLedger(writers: 2)
            let outcome = try await CrashCycle(task: task, delay: 1_000_000_000).run(&ledger)
            #expect(outcome.failure?.contains(file.path) == true)
            #expect(outcome.fault == outcome.failure || outcome.ending.isKill)
        }
    }
}

import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// Real processes on one store.
@Suite struct ConsistencyWorkloadTests {
    private func consistency(_ breaking: StoreBreak? = nil) async throws -> ContenderResult {
        var plan = ConsistencyPlan(callsPerClient: 120, seed: 9)
        plan.payloadBytes = 32
        let task = ConsistencyTask(
            engine: .nacre, durability: .unsynced, mapSize: smallMap, store: "", history: "",
            clients: 0..<0, plan: plan, breaking: breaking)
        return try await withTemporaryFolder { folder in
            let audit = SliceAudit(
                secondReader: LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap))
            // The calls end the run; a busy machine may take long to begin it.
            let trial = ConsistencyTrial(
                engine: NacreEngine(durability: .unsynced, mapSize: smallMap), task: task, processes: 3,
                clientsPerProcess: 4, seconds: 60)
            return try await ConsistencyWorkload(trial: trial).run(
                in: Workspace(below: folder), audit: audit, progress: Progress(isShown: false))[0]
        }
    }

    @Test func `clients of three processes that contend for few streams see one consistent log`() async throws {
        let result = try await consistency()
        #expect(result.audit.passed, "\(result.audit.checks.filter { !$0.passed })")
        #expect(result.audit.checks.count == ConsistencyCheck.allCases.count + 2)
        #expect(result.audit.checks.contains { $0.name.hasPrefix("a second reader") })
        #expect(result.latencies.count > 0)
        #expect(result.figures.reduce(0) { $0 + $1.value } <= 3 * 4 * (120 * 2))
    }

    private func turns(
        durability: Durability, processes: Int, calls: Int, seconds: Double, _ breaking: StoreBreak? = nil
    ) async throws -> ContenderResult {
        var plan = ConsistencyPlan(callsPerClient: calls, seed: 9)
        plan.payloadBytes = 32
        let task = ConsistencyTask(
            engine: .nacre, durability: durability, mapSize: smallMap, store: "", history: "", clients: 0..<0,
            plan: plan, takesTurns: true, breaking: breaking)
        return try await withTemporaryFolder { folder in
            let audit = SliceAudit(secondReader: LMDBCeilingEngine(durability: durability, mapSize: smallMap))
            let trial = ConsistencyTrial(
                engine: NacreEngine(durability: durability, mapSize: smallMap), task: task, processes: processes,
                clientsPerProcess: 4, seconds: seconds)
            return try await ConsistencyWorkload(trial: trial).run(
                in: Workspace(below: folder), audit: audit, progress: Progress(isShown: false))[0]
        }
    }

    @Test func `processes that open and close the store by turns see one consistent log`() async throws {
        let result = try await turns(durability: .unsynced, processes: 3, calls: 400, seconds: 6)
        #expect(result.audit.passed, "\(result.audit.checks.filter { !$0.passed })")
        #expect(result.latencies.count > 0)
        let broken = try await turns(durability: .unsynced, processes: 1, calls: 100, seconds: 3, .loseCommits)
        #expect(broken.audit.checks.contains { $0.name == StoreBreak.loseCommits.check.rawValue && !$0.passed })
    }

    @Test func `turns without a hand-over of the journal are a failure`() async throws {
        let result = try await turns(durability: .full, processes: 1, calls: 20, seconds: 1)
        let failed = result.audit.checks.filter { !$0.passed }.map(\.name)
        #expect(failed.contains("the journal was taken into use, and handed over"))
    }

    @Test(arguments: [StoreBreak.ignoreConditions, .loseCommits, .readStale, .skipVersions])
    func `a store that breaks a rule in every process is rejected`(rule: StoreBreak) async throws {
        let result = try await consistency(rule)
        #expect(result.audit.checks.contains { $0.name == rule.check.rawValue && !$0.passed }, "\(result.audit)")
    }

    @Test func `a run on a broken store ends with exit code 65 and leaves nothing`() async throws {
        try await withTemporaryFolder { folder in
            var command = try #require(
                try BenchmarkCommand.parseAsRoot([
                    "consistency", "--engine", "nacre", "--processes", "2", "--clients", "2", "--calls-per-client",
                    "60",
                    "--seconds", "60", "--payload-bytes", "32", "--durability", "unsynced",
                    "--map-mebibytes", "64", "--break", "tell-wrong-positions", "--directory", folder.path,
                ]) as? any AsyncParsableCommand)
            let error = await #expect(throws: ExitCode.self) { try await command.run() }
            #expect(error?.rawValue == 65)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    @Test(arguments: [
        [],
        ["--engine", "lmdb"],
        ["--engine", "sqlite"],
        ["--engine", "nacre", "--processes", "0"],
        ["--engine", "nacre", "--clients", "0"],
        ["--engine", "nacre", "--seconds", "0"],
        ["--engine", "nacre", "--shared-streams", "0"],
        ["--engine", "nacre", "--break", "everything"],
    ])
    func `invalid arguments are refused with exit code 64`(arguments: [String]) throws {
        let error = try #require(throws: (any Error).self) {
            try BenchmarkCommand.parseAsRoot(["consistency"] + arguments)
        }
        #expect(BenchmarkCommand.exitCode(for: error).rawValue == 64)
    }

    @Test func `the help has examples of calls that parse, and names every rule that can be broken`() throws {
        let help = BenchmarkCommand.helpMessage(for: ConsistencyCommand.self, columns: 200)
        let calls = help.split(separator: "\n").filter { $0.hasPrefix("  nacre-bench ") }
        #expect(calls.count >= 2)
        for call in calls {
            _ = try BenchmarkCommand.parseAsRoot(call.split(separator: " ").dropFirst().map(String.init))
        }
        for rule in StoreBreak.allCases { #expect(help.contains("\(rule.rawValue): ")) }
    }
}

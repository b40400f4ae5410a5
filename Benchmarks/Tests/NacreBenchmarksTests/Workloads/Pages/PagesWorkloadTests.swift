import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct PagesWorkloadTests {
    @Test func `pages show the changes of their accounts, and are closed`() async throws {
        let results = try await withTemporaryFolder { folder in
            let workload = PagesWorkload(
                engine: EngineName.nacre.engine(.full, mapSize: smallMap),
                load: PageLoad(
                    accounts: 2, browsersOfEach: 2, itemsOfEach: 3, nameBytes: 20, arrivals: Arrivals(rate: 40),
                    seed: 1),
                reported: AppendLoad(writers: 4, eventsPerAppend: 1, streams: 6, payloadBytes: 20, seed: 1),
                slicing: Slicing(runs: 2, seconds: 0.5))
            let workspace = try Workspace(below: folder)
            let results = try await workload.run(in: workspace, progress: RecordedTerminal().progress)
            try workspace.remove()
            return results
        }
        let result = try #require(results.first)
        #expect(results.count == 1)
        #expect(result.audit.passed, "\(result.audit)")
        // Each change reaches both pages of its account.
        #expect(result.latencies.count > 0 && result.latencies.count.isMultiple(of: 2))
        for name in [
            "events of pages, a change", "anonymous memory a page", "anonymous memory that a closed page leaves",
        ] {
            #expect(result.figures.contains { $0.name == name }, "\(name)")
        }
    }

    @Test func `the examples parse`() throws {
        try expectExamples(BenchmarkCommand.helpMessage(for: PagesCommand.self, columns: 200))
    }

    @Test(arguments: [
        ["--engine", "sqlite"],
        ["--engine", "nacre", "--engine", "sqlite"],
        ["--engine", "nacre", "--durability", "unsynced"],
        ["--engine", "nacre", "--accounts", "60", "--browsers", "10"],
        ["--engine", "nacre", "--changes-per-second", "0"],
        ["--engine", "nacre", "--payload-bytes", "1001"],
    ])
    func `invalid arguments are refused`(arguments: [String]) throws {
        try expectRefusal(["pages"] + arguments)
    }
}

import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks

@Suite struct SubscribersCommandTests {
    @Test(arguments: [
        ["--engine", "lmdb"],
        ["--engine", "sqlite"],
        ["--engine", "nacre", "--processes", "3"],
        ["--engine", "nacre", "--subscribers", "-1"],
        ["--engine", "nacre", "--subscribers", "0", "--catch-up", "0"],
        ["--engine", "nacre", "--slow-events-per-second", "0"],
        ["--engine", "nacre", "--events-per-second", "0"],
        ["--engine", "nacre", "--events-per-second", "100000000", "--slice-seconds", "3"],
        ["--engine", "nacre", "--events-per-append", "0"],
        ["--engine", "nacre", "--writers", "9", "--streams", "8"],
        ["--engine", "nacre", "--interval-seconds", "0"],
    ])
    func `invalid arguments are refused with exit code 64`(arguments: [String]) throws {
        try expectRefusal(["subscribers"] + arguments)
    }

    @Test func `an engine without subscriptions is refused`() throws {
        let error = try #require(
            throws: (any Error).self
        ) { try BenchmarkCommand.parseAsRoot(["subscribers", "--engine", "sqlite"]) }
        #expect(
            BenchmarkCommand.message(for: error).contains(
                "the engine sqlite cannot share a store between processes, nor deliver events to subscriptions"))
    }

    @Test func `a small run leaves its report and nothing else`() async throws {
        let report = try await reportOfSmallRun([
            "subscribers", "--engine", "nacre", "--processes", "2", "--slow", "1", "--events", "200", "--writers", "4",
            "--streams", "20", "--events-per-second", "500", "--runs", "2", "--slice-seconds", "0.2",
            "--interval-seconds", "0.05",
        ])
        #expect(report.passed)
        #expect(report.runs.map(\.workload) == [.subscribers])
        #expect(report.runs[0].latencyOf == "delivery of an event, from the call of its append")
        #expect(report.runs[0].eventsPerSecond?.samples.count == 2)
        #expect(report.runs[0].intervals?.map(\.intervalSeconds) == [0.05, 0.05])
    }

    @Test func `the help has examples of calls that parse`() throws {
        try expectExamples(BenchmarkCommand.helpMessage(for: SubscribersCommand.self, columns: 200))
    }
}

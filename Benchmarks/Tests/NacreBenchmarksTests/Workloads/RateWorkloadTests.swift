import Foundation
import Testing

@testable import NacreBenchmarks

@Suite struct RateWorkloadTests {
    @Test(.timeLimit(.minutes(10)))
    func `a bound that no rate can keep ends with a message that names it`() async throws {
        let call = try await withTemporaryFolder { folder in
            try await HarnessProcess.run([
                "rate", "--engine", "nacre", "--p99-milliseconds", "0.0001", "--first-rate", "4", "--slice-seconds",
                "0.6",
                "--runs", "1", "--writers", "4", "--streams", "20", "--durability", "risking-the-whole-store",
                "--map-mebibytes", "64", "--directory", folder.path,
            ])
        }
        #expect(call.status == 1)
        #expect(call.errors.contains("at no rate"))
    }

    @Test(.timeLimit(.minutes(10)))
    func `the rate that is found is reported with its audits`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("report.json").path
            let call = try await HarnessProcess.run([
                "rate", "--engine", "nacre", "--p99-milliseconds", "60000", "--first-rate", "1000000",
                "--slice-seconds", "1", "--warm-up-seconds", "0", "--runs", "1", "--writers", "2", "--streams", "20",
                "--payload-bytes", "16", "--durability", "risking-the-whole-store", "--directory", folder.path,
                "--json", path,
            ])
            // What holds on a busy machine may hold no more a moment later: then the promise is what fails.
            #expect([0, 65].contains(call.status), "\(call.errors)")
            let report = try ReportFile.read(path)
            let run = try #require(report.runs.first)
            #expect(run.audit.passed)
            let found = try #require(run.figures.first { $0.name == "highest rate that held" })
            // Two writers cannot answer a million appends a second: the search has come down.
            #expect(found.value < 1_000_000)
            #expect(run.eventsPerSecond?.samples.count == 1)
        }
    }
}

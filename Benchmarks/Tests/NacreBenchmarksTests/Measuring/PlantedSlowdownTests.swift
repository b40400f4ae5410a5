import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct PlantedSlowdownTests {
    @Test func `a slowdown burns its share of the work as processor time of the thread`() {
        let before = ProcessorTime.ofThread
        PlantedSlowdown(percent: 30).burn(shareOf: 10_000_000)
        #expect(ProcessorTime.ofThread - before >= 3_000_000)
    }

    @Test func `a slowed slice takes longer by the share, in processor time too`() {
        let contents = LogContents(events: 10, payloadSum: 1)
        var slice = ReplaySlice(passes: [1_000, 3_000], contents: [contents, contents], processorTime: 5_000_000)
        slice.plant(PlantedSlowdown(percent: 40))
        #expect(slice.processorTime >= 7_000_000)
        // A thread's processor time is at most the elapsed time, plus the difference of the two clocks.
        #expect(slice.passes.allSatisfy { $0 >= 900_000 })
        #expect(slice.passes[1] - slice.passes[0] == 2_000)
        #expect(slice.processorTimePerEvent == Double(slice.processorTime) / 20)
    }

    @Test func `without a slowdown nothing changes, and there is no warning`() {
        let contents = LogContents(events: 10, payloadSum: 1)
        var slice = ReplaySlice(passes: [1_000], contents: [contents], processorTime: 5_000_000)
        slice.plant(.none)
        #expect(slice.passes == [1_000])
        #expect(slice.processorTime == 5_000_000)
        #expect(PlantedSlowdown.none.warnings.isEmpty)
        #expect(ReplaySlice(passes: [1], contents: [contents]).processorTimePerEvent == nil)
    }

    @Test(arguments: ["decode", "replay"]) func `a planted slowdown costs its share, and the report warns of it`(
        workload: String
    ) async throws {
        func report(percent: String, in folder: URL) async throws -> BenchmarkReport {
            let path = folder.appendingPathComponent("report.json").path
            var arguments = [
                workload, "--engine", "nacre", "--events", "500", "--streams", "20", "--payload-bytes", "64", "--runs",
                "1", "--slice-seconds", "0.02", "--probe-seconds", "0.01", "--map-mebibytes", "64", "--directory",
                folder.path, "--json", path, "--plant-slowdown-percent", percent,
            ]
            if workload == "replay" { arguments += ["--writers", "4"] }
            var command = try #require(try BenchmarkCommand.parseAsRoot(arguments) as? any AsyncParsableCommand)
            try await command.run()
            return try ReportFile.read(path)
        }
        func processorTime(_ report: BenchmarkReport) throws -> Double {
            try #require(report.runs[0].figures.first { $0.name == ProcessorTime.perEvent }).value
        }
        try await withTemporaryFolder { folder in
            let plain = try await report(percent: "0", in: folder)
            let slowed = try await report(percent: "10000", in: folder)
            // A hundred times as much processor time cannot come from a busy machine.
            #expect(try processorTime(slowed) > 5 * processorTime(plain))
            #expect(slowed.environment.warnings.contains { $0.contains("A SLOWDOWN OF 10,000.0 % IS PLANTED") })
            #expect(!plain.environment.warnings.contains { $0.contains("PLANTED") })
            #expect(slowed.passed)
        }
    }

    @Test func `the slowdown option is hidden from the help`() {
        let help = BenchmarkCommand.helpMessage(for: ReplayCommand.self)
        #expect(!help.contains("plant-slowdown"))
        #expect(BenchmarkCommand.helpMessage(for: ReplayCommand.self, includeHidden: true).contains("plant-slowdown"))
    }
}

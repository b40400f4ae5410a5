import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// Faults planted in the logs of real engines: the audit of the whole command must find each.
@Suite struct PlantedFaultTests {
    private static let faults: [(PlantedFault, String)] = [
        (.loss, "every acknowledged event is in the log"),
        (.duplicate, "no event is in the log twice"),
        (.gap, "positions are gapless from 1"),
        (.reordering, "each writer's events are in the order of its appends"),
        (.lostAcknowledgement, "the log has only events that were acknowledged or in flight"),
    ]

    @Test(arguments: faults, [EngineName.nacre, .lmdb, .sqlite])
    func `a planted fault is found, the figures are struck out, and the exit code is 65`(
        planted: (fault: PlantedFault, check: String), engine: EngineName
    ) async throws {
        let (code, report) = try await append(engine, ["--plant", planted.fault.rawValue])
        #expect(code == 65)
        let run = try #require(report.runs.first)
        #expect(run.audit.checks.contains { $0.name == planted.check && !$0.passed }, "\(run.audit)")
        #expect(run.eventsPerSecond == nil)
        #expect(run.latencyNanoseconds == nil)
        let table = ReportTable(title: "", labels: report.runs.map(\.engine.rawValue), report: report)
        #expect(table.lines.contains { $0.hasPrefix(engine.rawValue) && $0.contains("struck out") })
    }

    @Test func `every fault is tested`() {
        #expect(Set(Self.faults.map(\.0)) == Set(PlantedFault.allCases))
    }

    @Test(arguments: PlantedFault.allCases)
    func `a fault without a suitable place is not planted`(fault: PlantedFault) {
        #expect(fault.planted(in: [LoggedRecord]()) == nil)
        if fault == .lostAcknowledgement { #expect(fault.planted(in: [WriterRecord]()) == nil) }
    }

    private func arguments(_ engine: EngineName, _ folder: URL, events: Int) -> [String] {
        [
            "append", "--engine", engine.rawValue, "--streams", "8", "--payload-bytes", "64", "--events", "\(events)",
            "--runs", "1", "--slice-seconds", "60", "--durability", "unsynced", "--map-mebibytes", "64",
            "--directory", folder.path,
        ]
    }

    private func append(_ engine: EngineName, _ more: [String]) async throws -> (code: Int32, report: BenchmarkReport) {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("report.json").path
            var command = try #require(
                try BenchmarkCommand.parseAsRoot(
                    arguments(engine, folder, events: 200) + ["--writers", "4", "--json", path] + more)
                    as? any AsyncParsableCommand)
            var code: Int32 = 0
            do {
                try await command.run()
            } catch let exit as ExitCode {
                code = exit.rawValue
            }
            return (code, try ReportFile.read(path))
        }
    }
}

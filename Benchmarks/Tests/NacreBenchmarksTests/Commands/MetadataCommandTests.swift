import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct MetadataCommandTests {
    @Test(arguments: [
        ["append", "--engine", "nacre", "--metadata-bytes", "-1"],
        ["append", "--engine", "nacre", "--metadata-bytes", "65537"],
        ["append", "--engine", "nacre", "--metadata-bytes", "100", "--events-from", "f"],
        ["rate", "--engine", "nacre", "--metadata-bytes", "65537"],
        ["contention", "--engine", "nacre", "--metadata-bytes", "-1"],
        ["crash", "--engine", "nacre", "--metadata-bytes", "65537"],
    ])
    func `invalid arguments are refused with exit code 64`(arguments: [String]) throws {
        try expectRefusal(arguments)
    }

    private func append(_ more: [String], engines: [String]) async throws -> BenchmarkReport {
        try await reportOfSmallRun(
            ["append"] + engines.flatMap { ["--engine", $0] } + [
                "--writers", "4", "--streams", "20", "--events", "60", "--runs", "1", "--slice-seconds", "60",
            ] + more)
    }

    @Test func `events have the requested metadata, and the report has its size`() async throws {
        let report = try await append(["--metadata-bytes", "700"], engines: ["nacre", "lmdb", "sqlite"])
        #expect(report.passed)
        #expect(report.runs.allSatisfy { $0.parameters.metadataBytes == 700 })
        #expect(report.title?.contains("700 bytes of metadata") == true)
        let plain = try await append([], engines: ["lmdb"])
        #expect(plain.runs.allSatisfy { $0.parameters.metadataBytes == nil })
    }

    @Test(arguments: [
        ["contention", "--events", "60", "--runs", "1", "--slice-seconds", "60"],
        ["crash", "--cycles", "1", "--cycle-milliseconds", "200"],
    ])
    func `other loads have metadata too, and the report has its size`(arguments: [String]) async throws {
        let report = try await reportOfSmallRun(
            arguments + ["--engine", "nacre", "--writers", "4", "--streams", "20", "--metadata-bytes", "70"])
        #expect(report.passed)
        #expect(report.runs.map(\.parameters.metadataBytes) == [70])
    }

    @Test func `the metadata of a file is appended, and the report has its mean size`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("events.ndjson")
            let lines = (0..<8).map {
                #"{"stream":"a-\#($0)","type":"T","schema":2,"data":{},"metadata":{"actor":"somebody"}}"#
            }
            try Data(lines.joined(separator: "\n").utf8).write(to: file)
            let report = try await append(["--events-from", file.path], engines: ["nacre"])
            #expect(report.passed)
            #expect(report.runs.map(\.parameters.metadataBytes) == [20])
        }
    }

    @Test func `runs with and without metadata are different work`() throws {
        let rates = [100.0, 102, 98, 101, 99, 100, 101]
        let plain = sampleReport(rates)
        let carrying = sampleReport(rates) { $0.runs[0].parameters.metadataBytes = 100 }
        _ = try ReportComparison(of: carrying, to: carrying, within: 0.1)
        let error = #expect(throws: HarnessError.self) {
            try ReportComparison(of: carrying, to: plain, within: 0.1)
        }
        #expect(error?.message.contains("100 of metadata") == true)
    }
}

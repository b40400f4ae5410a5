import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks

/// Work that does not fit into memory, and stores that cannot be kept, are refused before the start.
@Suite struct LimitTests {
    @Test(arguments: [
        ["append", "--engine", "nacre", "--rate", "10000000", "--slice-seconds", "21"],
        ["append", "--engine", "nacre", "--rate", "1", "--rate-to", "10000000", "--slice-seconds", "41"],
        ["subscribers", "--engine", "nacre", "--events-per-second", "100000000", "--slice-seconds", "3"],
        ["operations", "--engine", "nacre", "--events-per-second", "1000000", "--around-seconds", "201"],
        ["lag", "--engine", "nacre", "--events-per-second", "2000000000", "--events-per-append", "1"],
    ])
    func `too many arrivals are refused with the figures`(arguments: [String]) throws {
        try expectRefusal(arguments)
        let error = try #require(throws: (any Error).self) { try BenchmarkCommand.parseAsRoot(arguments) }
        #expect(BenchmarkCommand.message(for: error).contains("200,000,000 are the most"))
    }

    @Test func `arrivals up to the limit are accepted`() throws {
        _ = try BenchmarkCommand.parseAsRoot([
            "append", "--engine", "nacre", "--rate", "10000000", "--slice-seconds", "19",
        ])
    }

    @Test(arguments: ["replay", "streams", "read"])
    func `an engine without files is refused with --stores`(workload: String) throws {
        try expectRefusal([workload, "--engine", "memory", "--stores", "/tmp/kept"])
        _ = try BenchmarkCommand.parseAsRoot([workload, "--engine", "memory"])
        _ = try BenchmarkCommand.parseAsRoot([workload, "--engine", "nacre", "--stores", "/tmp/kept"])
    }

    @Test func `the list of retry counts is as long as the greatest number of retries`() {
        var record = ContendedRecord()
        for count in [0, 3, 0] { record.noteAcceptance(behind: count) }
        #expect(record.retries == [2, 0, 0, 1])
    }
}

import ArgumentParser
import Foundation
import MicroBenchmarks
import Testing

@testable import InstructionCounts

@Suite struct MicroBenchmarkTests {
    @Test(arguments: MicroBenchmark.all.map(\.name))
    func `each benchmark does its units in every call`(name: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nacre-micro-tests-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let work = try await benchmarks(named: [name])[0].prepared(in: folder)
        let outcome = Result { try CountedCalls(work).run(2) }
        await work.close()
        try outcome.get()
        #expect(work.units > 0)
    }

    @Test func `names are unique, and an unknown name is refused with a list of the known ones`() throws {
        let names = MicroBenchmark.all.map(\.name)
        #expect(Set(names).count == names.count)
        let error = #expect(throws: (any Error).self) {
            try MicroCommand.parseAsRoot(["count", "--thresholds", "t", "--compiler", "c", "block.shred"])
        }
        let message = try MicroCommand.message(for: #require(error))
        #expect(message.contains("block.shred") && message.contains("block.encode"))
    }

    @Test(arguments: [
        ["count", "--thresholds", "t"],
        ["count", "--thresholds", "t", "--compiler", "c", "--tolerance-percent", "0"],
        ["run", "block.encode", "--calls", "0"], ["run", "block.encode", "--warm-ups", "-1"], ["run"],
    ])
    func `invalid arguments are refused with exit code 64`(arguments: [String]) throws {
        let error = try #require(throws: (any Error).self) { try MicroCommand.parseAsRoot(arguments) }
        #expect(MicroCommand.exitCode(for: error).rawValue == 64)
    }
}

import ArgumentParser
import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct MemoryEngineTests {
    private let stores = MemoryStores()
    private var engine: MemoryEngine { MemoryEngine(stores: stores) }
    private let load = AppendLoad(writers: 2, eventsPerAppend: 1, streams: 4, payloadBytes: 32, seed: 1)

    @Test func `a store is released with its folder, and the next store there is empty`() async throws {
        try await withTemporaryFolder { outer in
            let workspace = try Workspace(below: outer)
            workspace.holders.add(stores)
            let folder = try await workspace.withFreshStore { folder in
                let session = try await engine.open(folder)
                _ = try await session.append(Commit([EventData(type: "Noted", data: [1])], to: "note-1"))
                #expect(stores.count == 1)
                return folder
            }
            #expect(stores.count == 0)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            #expect(try await engine.open(folder).head() == 0)
            #expect(stores.count == 1)
            try workspace.remove()
            #expect(stores.count == 0)
        }
    }

    @Test func `a folder that was removed and created again has a new store`() async throws {
        try await withTemporaryFolder { outer in
            let folder = outer.appendingPathComponent("store")
            for _ in 0..<2 {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
                let session = try await engine.open(folder)
                #expect(try await session.head() == 0)
                _ = try await session.append(Commit([EventData(type: "Noted", data: [1])], to: "note-1"))
                try FileManager.default.removeItem(at: folder)
            }
            #expect(stores.count == 1)
        }
    }

    @Test func `the store of another process is an error, not an empty store`() async throws {
        try await withTemporaryFolder { folder in
            _ = try await engine.open(folder)
            let other = MemoryEngine(stores: MemoryStores())
            let error = await #expect(throws: HarnessError.self) { _ = try await other.open(folder) }
            #expect(error?.message.contains("keeps nothing") == true)
        }
    }

    @Test func `ratios, rows and report say that the memory engine keeps nothing`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("report.json").path
            let command = try #require(
                try BenchmarkCommand.parseAsRoot([
                    "append", "--engine", "memory", "--engine", "nacre", "--writers", "2", "--streams", "4", "--events",
                    "20", "--runs", "1", "--slice-seconds", "60", "--payload-bytes", "32", "--map-mebibytes", "64",
                    "--directory", folder.path,
                    "--json", path,
                ]) as? AppendCommand)
            try await command.run()
            let report = try ReportFile.read(path)
            #expect(report.passed)
            #expect(report.runs.map(\.durability) == [.memoryOnly, .full])
            #expect(report.environment.warnings.contains { $0.contains("the engine memory keeps nothing") })
            #expect(report.ratios.map(\.denominator) == ["memory (keeps nothing)"])
            #expect(report.ratios.map(\.warning) == ["UNEQUAL DURABILITY, full against memory-only"])
            let table = ReportTable(title: "", labels: ["a", "b"], report: report).lines
            #expect(table.contains { $0.contains("memory (keeps nothing) (UNEQUAL DURABILITY") })
        }
    }

    @Test(arguments: [["replay", "--path", "scan"], ["replay", "--path", "sequence"], ["streams"]])
    func `a memory store filled outside the measured time is read in the same process`(arguments: [String]) async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("report.json").path
            try await run(
                arguments + [
                    "--engine", "memory", "--writers", "2", "--streams", "4", "--events", "40", "--runs", "1",
                    "--slice-seconds", "0.01", "--payload-bytes", "32", "--directory", folder.path, "--json", path,
                ])
            let report = try ReportFile.read(path)
            #expect(report.passed)
        }
    }

    @Test func `a memory store cannot be kept for another call`() throws {
        let error = try #require(throws: (any Error).self) {
            try BenchmarkCommand.parseAsRoot(["replay", "--engine", "memory", "--stores", "kept"])
        }
        #expect(BenchmarkCommand.exitCode(for: error).rawValue == 64)
        #expect(BenchmarkCommand.message(for: error).contains("the engine memory cannot keep a store"))
    }

    private func run(_ arguments: [String]) async throws {
        var command = try #require(try BenchmarkCommand.parseAsRoot(arguments) as? any AsyncParsableCommand)
        try await command.run()
    }

    @Test(arguments: [
        ["fill"], ["opening"], ["soak"], ["crash"], ["recovery"], ["replay", "--cold-runs", "1"],
        ["append", "--durability", "memory-only"],
    ])
    func `the memory engine is refused by workloads on files, and ignores the durability option`(
        arguments: [String]
    ) throws {
        let error = try #require(throws: (any Error).self) {
            try BenchmarkCommand.parseAsRoot(arguments + ["--engine", "memory"])
        }
        #expect(BenchmarkCommand.exitCode(for: error).rawValue == 64)
    }
}

import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct SuiteFolderTests {
    @Test func `a page of another origin is not overwritten`() async throws {
        try await withTemporaryFolder { folder in
            try "# Mine".write(
                to: folder.appendingPathComponent("README.md"), atomically: true, encoding: .utf8)
            let error = #expect(throws: HarnessError.self) { try SuiteFolder(folder) }
            #expect(error?.kind == .cannotCreate)
        }
    }

    @Test func `a smaller suite replaces a larger one only on request`() async throws {
        try await withTemporaryFolder { folder in
            let suite = try SuiteFolder(folder)
            var state = SuiteState(size: .full)
            state.endings["one"] = SampleSuite.ending(of: SampleSuite.plan().calls[0])
            try suite.write(state)
            #expect(throws: HarnessError.self) { try suite.state(of: .quick, afresh: false) }
            #expect(try suite.state(of: .quick, afresh: true) == SuiteState(size: .quick))
            #expect(try suite.state(of: .full, afresh: false) == state)
        }
    }

    @Test func `an unreadable state is reported with the remedy`() async throws {
        try await withTemporaryFolder { folder in
            let suite = try SuiteFolder(folder)
            try "{".write(to: folder.appendingPathComponent("suite.json"), atomically: true, encoding: .utf8)
            let error = #expect(throws: HarnessError.self) { try suite.state(of: .quick, afresh: false) }
            #expect(error?.kind == .badInput)
            #expect(error?.message.contains("--fresh") == true)
        }
    }

    @Test func `a folder that cannot be created ends with exit code 73`() throws {
        let error = #expect(throws: HarnessError.self) { try SuiteFolder(URL(fileURLWithPath: "/dev/null/out")) }
        #expect(error?.kind == .cannotCreate)
    }

    @Test func `two suites do not share a workspace`() async throws {
        try await withTemporaryFolder { folder in
            let first = try SuiteWorkspace(below: folder)
            let error = #expect(throws: HarnessError.self) { try SuiteWorkspace(below: folder) }
            #expect(error?.message.contains("another suite") == true)
            try first.remove()
            _ = try SuiteWorkspace(below: folder)
        }
    }

    @Test func `filled stores are kept for the same program only`() async throws {
        try await withTemporaryFolder { folder in
            let workspace = try SuiteWorkspace(below: folder)
            let kept = workspace.folder.appendingPathComponent("stores-one/two")
            func fill() throws {
                try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: true)
            }
            try workspace.claim(for: "this")
            try fill()
            try workspace.clear(keeping: ["stores-one"])
            try workspace.claim(for: "this")
            #expect(FileManager.default.fileExists(atPath: kept.path))
            try workspace.claim(for: "another")
            #expect(!FileManager.default.fileExists(atPath: kept.path))
        }
    }

    @Test func `a suite that needs more space than the disk has is refused`() throws {
        let calls = SuitePlan(.full).calls
        let error = #expect(throws: HarnessError.self) {
            try SuiteWorkspace.requireRoom(for: calls, at: .full, free: 12_287)
        }
        #expect(error?.kind == .cannotCreate)
        #expect(error?.message.contains("the step d needs about 12,288 MiB of disk, and 12,287 are free") == true)
        try SuiteWorkspace.requireRoom(for: calls, at: .full, free: 12_288)
        try SuiteWorkspace.requireRoom(for: calls, at: .full, free: nil)
    }

    @Test func `a stamp distinguishes programs and is stable`() async throws {
        try await withTemporaryFolder { folder in
            let names = ["one", "same", "longer", "other"]
            let contents = ["0123456789", "0123456789", "0123456789a", "0123456780"]
            let files = names.map { folder.appendingPathComponent($0) }
            for (file, text) in zip(files, contents) { try Data(text.utf8).write(to: file) }
            let stamps = try files.map(ProgramStamp.of)
            #expect(stamps[0] == stamps[1])
            #expect(Set(stamps).count == 3)
            #expect(stamps.allSatisfy { $0.count == 16 })
        }
    }

    @Test func `the duration of past steps scales the forecast`() {
        var forecast = SuiteForecast()
        #expect(forecast.seconds(of: [10, 20]) == 30)
        forecast.note(20, estimated: 10)
        #expect(forecast.seconds(of: [10, 20]) == 60)
        #expect(clock(65) == "1:05")
        #expect(clock(3_723) == "1:02:03")
    }
}

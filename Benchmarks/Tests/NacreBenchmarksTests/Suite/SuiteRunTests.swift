import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct SuiteRunTests {
    /// A suite in a folder of its own, run by a fake program.
    private struct Stage {
        var folder: URL
        var program: PretendedProgram
        var interruption = SuiteInterruption()

        var out: URL { folder.appendingPathComponent("out") }
        var page: String {
            get throws { try String(contentsOf: out.appendingPathComponent("README.md"), encoding: .utf8) }
        }

        func run(
            _ names: Set<String> = ["one", "two", "three"], size: SuiteSize = .reduced, stamp: String = "made-up",
            afresh: Bool = false
        ) async throws -> Int32 {
            let suiteFolder = try SuiteFolder(out)
            var run = SuiteRun(
                plan: SampleSuite.plan(size), names: names, folder: suiteFolder,
                workspace: try SuiteWorkspace(below: folder),
                child: SuiteChild(executable: program.executable, isOnTerminal: false), program: stamp,
                interruption: interruption, state: try suiteFolder.state(of: size, afresh: afresh), say: { _ in })
            return try await run.run()
        }
    }

    private func withStage<Result>(_ body: (Stage) async throws -> Result) async throws -> Result {
        try await withTemporaryFolder { folder in
            let stage = Stage(folder: folder, program: try PretendedProgram(in: folder))
            for name in ["one", "two", "three"] { try stage.program.step(name, SampleSuite.report()) }
            return try await body(stage)
        }
    }

    @Test func `steps run in order and leave reports and pages only`() async throws {
        try await withStage { stage in
            #expect(try await stage.run() == 0)
            #expect(stage.program.calls == ["one", "two", "three"])
            #expect(
                stage.program.arguments[0] == "append --engine nacre --writers 2 --directory . --json one.json")
            let left = try FileManager.default.contentsOfDirectory(atPath: stage.out.path).sorted()
            #expect(left == ["README.md", "index.html", "one.json", "suite.json", "three.json", "two.json"])
            #expect(
                !FileManager.default.fileExists(atPath: stage.folder.appendingPathComponent("nacre-bench-suite").path))
        }
    }

    @Test func `a passed step is not run again`() async throws {
        try await withStage { stage in
            _ = try await stage.run(["one"])
            #expect(try await stage.run() == 0)
            #expect(try await stage.run() == 0)
            #expect(stage.program.calls == ["one", "two", "three"])
        }
    }

    @Test func `another program or size, a missing report or a request run a step again`() async throws {
        try await withStage { stage in
            _ = try await stage.run(["one"], size: .quick)
            _ = try await stage.run(["one"])
            _ = try await stage.run(["one"], stamp: "another")
            try FileManager.default.removeItem(at: stage.out.appendingPathComponent("one.json"))
            _ = try await stage.run(["one"], stamp: "another")
            _ = try await stage.run(["one"], stamp: "another", afresh: true)
            #expect(stage.program.calls == .init(repeating: "one", count: 5))
        }
    }

    @Test func `a step that fails does not stop the others, and is run again`() async throws {
        try await withStage { stage in
            try stage.program.step("one", nil, exitCode: 74)
            #expect(try await stage.run() == 74)
            try stage.program.step("one", SampleSuite.report())
            #expect(try await stage.run() == 0)
            #expect(stage.program.calls == ["one", "two", "three", "one"])
        }
    }

    @Test(
        arguments: [
            ([0, 0], 0), ([0, 1], 1), ([74, 1], 74), ([74, 65, 1], 65), ([73, 69], 73), ([1, 69], 69), ([137, 0], 1),
            ([64], 1),
            ([], 0),
        ] as [([Int32], Int32)])
    func `the exit code is that of the most severe failure`(codes: [Int32], expected: Int32) {
        #expect(SuiteRun.exitCode(of: codes) == expected)
    }

    @Test func `a failed audit determines the exit code and removes the figures from the page`() async throws {
        try await withStage { stage in
            try stage.program.step("two", SampleSuite.report(rates: [77_777], passed: false), exitCode: 65)
            #expect(try await stage.run() == 65)
            let page = try stage.page
            #expect(page.contains("FAILED: two"))
            #expect(page.contains("nacre: all is there"))
            #expect(!page.contains("77,777"))
        }
    }

    @Test func `a call that leaves no report has failed`() async throws {
        try await withStage { stage in
            try stage.program.step("three", nil)
            #expect(try await stage.run() == 1)
            #expect(try stage.page.contains("failed with exit code 1"))
        }
    }

    @Test func `a report of an earlier program is not shown as this one's`() async throws {
        try await withStage { stage in
            try stage.program.step("one", SampleSuite.report(rates: [55_555]))
            _ = try await stage.run(stamp: "another")
            #expect(try stage.page.contains("55,555"))
            _ = try await stage.run(["two"])
            #expect(try !stage.page.contains("55,555"))
            #expect(try stage.page.contains("1 of 3 steps were run"))
        }
    }

    @Test func `an interrupted suite resumes at the step that was running`() async throws {
        try await withStage { stage in
            let started = stage.program.file("two.started").path
            try Data().write(to: stage.program.file("two.waits"))
            async let exitCode = stage.run()
            while !FileManager.default.fileExists(atPath: started) { try await Task.sleep(for: .milliseconds(5)) }
            stage.interruption.note(SIGHUP)
            #expect(try await exitCode == 128 + SIGHUP)
            try FileManager.default.removeItem(at: stage.program.file("two.waits"))
            var again = stage
            again.interruption = SuiteInterruption()
            #expect(try await again.run() == 0)
            #expect(stage.program.calls == ["one", "two", "two", "three"])
        }
    }

    @Test func `the state names no folder of the machine`() async throws {
        try await withStage { stage in
            try stage.program.step("one", nil, exitCode: 74)
            _ = try await stage.run()
            let state = try String(contentsOf: stage.out.appendingPathComponent("suite.json"), encoding: .utf8)
            #expect(state.contains("it went wrong in store"))
            #expect(!state.contains("WARNING"))
            #expect(!state.contains(stage.folder.lastPathComponent))
            #expect(try !stage.page.contains(stage.folder.lastPathComponent))
        }
    }
}

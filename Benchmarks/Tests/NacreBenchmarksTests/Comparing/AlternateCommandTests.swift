import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct AlternateCommandTests {
    /// Reports of runs with these rates, each of one slice, as one program's successive runs write them.
    private func reports(_ rates: [Double], _ change: (inout BenchmarkReport) -> Void = { _ in }) -> [BenchmarkReport] {
        rates.map { sampleReport([$0], change) }
    }

    private func exitCode(_ arguments: [String], workload: [String] = ["append", "--engine", "nacre"]) async throws
        -> Int32
    {
        let command = try #require(
            try BenchmarkCommand.parseAsRoot(["alternate"] + arguments + ["--"] + workload) as? AlternateCommand)
        do {
            try await command.run()
            return 0
        } catch let code as ExitCode {
            return code.rawValue
        } catch is ValidationError {
            return 64
        }
    }

    @Test(arguments: [(1.0, 0), (1.02, 0), (1.5, 0), (1 / 1.3, 2), (0.9, 3)])
    func `the exit code reports a slower or undecided second program`(
        ratio: Double, code: Int32
    ) async throws {
        try await withTemporaryFolder { folder in
            // As on a machine whose speed changes from round to round.
            let rates = [3.0, 1, 2, 5, 4, 3, 2, 6, 1].map { $0 * 1e5 }
            let wobble = [1.0, 1.01, 0.99, 1.02, 0.98, 1.01, 0.99, 1.0, 1.02]
            let first = try FakeProgram("first", in: folder, reports: reports(rates))
            let second = try FakeProgram(
                "second", in: folder, reports: reports(zip(rates, wobble).map { $0 * $1 * ratio }))
            #expect(try await exitCode(["--first", first.path, "--second", second.path, "--rounds", "8"]) == code)
        }
    }

    @Test func `both programs run in every round, in alternating order`() async throws {
        try await withTemporaryFolder { folder in
            let first = try FakeProgram("a", in: folder, reports: reports([1e5]))
            let second = try FakeProgram("b", in: folder, reports: reports([1e5]))
            let code = try await exitCode(
                [
                    "--first", first.path, "--second", second.path, "--rounds", "8", "--second-options",
                    "--plant-slowdown-percent 30",
                ], workload: ["decode", "--engine", "nacre"])
            #expect(code == 0)
            let calls = try first.allCalls()
            // One round of the nine warms up.
            #expect(calls.map { $0.prefix(1) }.joined() == "abbaabbaabbaabbaab")
            for call in calls {
                let own = call.hasPrefix("a") ? "" : "--plant-slowdown-percent 30 "
                #expect(call.dropFirst(2).hasPrefix("decode --engine nacre \(own)--json "))
            }
        }
    }

    @Test func `the round that warms up does not count`() async throws {
        try await withTemporaryFolder { folder in
            let first = try FakeProgram("first", in: folder, reports: reports([9e5] + Array(repeating: 1e5, count: 8)))
            let second = try FakeProgram("second", in: folder, reports: reports([1e5]))
            let merged = folder.appendingPathComponent("first.json").path
            let code = try await exitCode([
                "--first", first.path, "--second", second.path, "--rounds", "8", "--json-first", merged,
            ])
            #expect(code == 0)
            #expect(try ReportFile.read(merged).runs[0].eventsPerSecond?.samples == Array(repeating: 1e5, count: 8))
        }
    }

    @Test func `the written reports have a sample of every round and can be compared`() async throws {
        try await withTemporaryFolder { folder in
            let rates = [1.0, 2, 3, 4, 5, 6, 7, 8, 9].map { $0 * 1e5 }
            let first = try FakeProgram(
                "first", in: folder, reports: rates.map { sampleReport([$0 / 2, $0, $0 * 2], ofLMDB: [$0, $0, $0]) })
            let second = try FakeProgram(
                "second", in: folder, reports: rates.map { sampleReport([$0 / 4], ofLMDB: [$0]) })
            let paths = ["1.json", "2.json"].map { folder.appendingPathComponent($0).path }
            let code = try await exitCode([
                "--first", first.path, "--second", second.path, "--rounds", "8", "--json-first", paths[0],
                "--json-second", paths[1],
            ])
            #expect(code == 2)
            let merged = try paths.map { try ReportFile.read($0) }
            #expect(merged[0].runs[0].eventsPerSecond?.samples == Array(rates[1...]))
            #expect(merged[1].runs[0].eventsPerSecond?.samples == rates[1...].map { $0 / 4 })
            #expect(merged[0].ratios[0].ratio?.samples == Array(repeating: 1, count: 8))
            #expect(merged[0].runs[0].parameters.runs == 8)
            #expect(merged[0].passed)
            #expect(try ReportComparison(of: merged[1], to: merged[0], within: 0.1).verdict == .slower)
        }
    }

    @Test func `each side shows its program, rounds and machine, and each interval its confidence`() throws {
        let arguments = [
            "alternate", "--first", "/old/bench", "--second", "/new/bench", "--second-options", "--seed 2", "--rounds",
            "8", "--", "append", "--engine", "nacre",
        ]
        let command = try #require(try BenchmarkCommand.parseAsRoot(arguments) as? AlternateCommand)
        var alternated = AlternatedRounds()
        for rate in [100.0, 200, 300, 400, 500, 600, 700, 800] {
            func report(_ rate: Double, _ program: String) -> BenchmarkReport {
                sampleReport([rate]) { report in
                    (report.environment.fileSystem, report.environment.mountOptions) = ("ext4", nil)
                    (report.environment.kernel, report.environment.program) = ("Linux 6.1", program)
                }
            }
            try alternated.add(.init(first: report(rate, "one"), second: report(rate * 2, "other")))
        }
        let lines = try command.table(of: alternated).lines
        #expect(
            lines.prefix(3) == [
                "first: /old/bench: 8 rounds, durability full, ext4, Linux 6.1, program one",
                "second: /new/bench --seed 2: 8 rounds, durability full, ext4, Linux 6.1, program other",
                "nacre: events/s: first 450, second 900: 2.00 × (99 %: 2.00 to 2.00): faster",
            ])
    }

    @Test func `a program that takes more processor time is slower`() async throws {
        func measured(_ nanoseconds: Double) -> [BenchmarkReport] {
            reports([1e5]) { report in
                report.runs[0].figures = [
                    Figure(name: ProcessorTime.perEvent, value: nanoseconds, unit: .nanoseconds)
                ]
            }
        }
        try await withTemporaryFolder { folder in
            let first = try FakeProgram("first", in: folder, reports: measured(100))
            let second = try FakeProgram("second", in: folder, reports: measured(130))
            #expect(try await exitCode(["--first", first.path, "--second", second.path, "--rounds", "8"]) == 2)
            #expect(try await exitCode(["--first", second.path, "--second", first.path, "--rounds", "8"]) == 0)
        }
    }

    @Test func `a workload without rates is judged by its median latency`() throws {
        func round(_ first: UInt64, _ second: UInt64) -> AlternatedRounds.Round {
            let reports = [first, second].map { p50 in
                sampleReport([1]) { report in
                    var latencies = LatencyRecorder()
                    latencies.record([p50])
                    report.runs[0].eventsPerSecond = nil
                    report.runs[0].latencyNanoseconds = latencies.summary
                }
            }
            return .init(first: reports[0], second: reports[1])
        }
        var alternated = AlternatedRounds()
        for time in 1...8 as ClosedRange<UInt64> { try alternated.add(round(100 * time, 150 * time)) }
        let comparison = try ReportComparison(of: alternated, within: 0.1)
        #expect(comparison.lines.map(\.quantity) == ["p50"])
        #expect(comparison.verdict == .slower)
    }

    @Test(arguments: [(100, 5_000, 0), (1_000, 5_000, 2), (100, 50_000, 2)])
    func `latencies count at an offered rate`(p50: UInt64, p99: Double, code: Int32) async throws {
        func measured(_ p50: UInt64, _ p99: Double) -> [BenchmarkReport] {
            reports([1e5]) { report in
                var latencies = LatencyRecorder()
                latencies.record([p50])
                report.runs[0].latencyNanoseconds = latencies.summary
                report.runs[0].sliceP99 = SampleSummary([p99])
            }
        }
        try await withTemporaryFolder { folder in
            let first = try FakeProgram("first", in: folder, reports: measured(100, 5_000))
            let second = try FakeProgram("second", in: folder, reports: measured(p50, p99))
            let arguments = ["--first", first.path, "--second", second.path, "--rounds", "8"]
            #expect(try await exitCode(arguments) == code)
        }
    }

    @Test func `invalid reports and reports of other work are refused`() async throws {
        let good = reports([1e5])
        let refused: [[BenchmarkReport]] = [
            reports([1e5]) { $0.environment.buildConfiguration = "debug" },
            [sampleReport([1e5], passed: false)],
            reports([1e5]) { $0.runs[0].durability = .unsynced },
            reports([1e5]) { $0.runs[0].parameters.writers = 3 },
            [sampleReport([1e5], ofLMDB: [1e5])],
        ]
        for (number, other) in refused.enumerated() {
            try await withTemporaryFolder { folder in
                let first = try FakeProgram("first", in: folder, reports: good)
                let second = try FakeProgram("second", in: folder, reports: other)
                let code = try await exitCode(["--first", first.path, "--second", second.path, "--rounds", "8"])
                #expect(code == 65, "\(number)")
            }
        }
    }

    @Test(arguments: [(65, 65), (73, 73), (74, 74), (7, 1), (64, 1)])
    func `a failed program ends the comparison with its exit code`(
        exitCode: Int, handedOn: Int32
    ) async throws {
        try await withTemporaryFolder { folder in
            let first = try FakeProgram("first", in: folder, reports: reports([1e5]))
            let second = try FakeProgram("second", in: folder, reports: reports([1e5]), exitCode: exitCode)
            #expect(try await self.exitCode(["--first", first.path, "--second", second.path]) == handedOn)
            #expect(try first.allCalls().count == 2)
            let program = MeasuringProgram(
                name: "second", executable: URL(fileURLWithPath: second.path), options: [])
            let error = await #expect(throws: HarnessError.self) {
                _ = try await program.measure(["append"], in: folder)
            }
            #expect(error?.message.contains("it is not to be") == true)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a running program ends with the command`() async throws {
        try await withTemporaryFolder { folder in
            let program = folder.appendingPathComponent("program")
            try """
            #!/bin/sh
            home=$(dirname "$0")
            trap 'touch "$home/ended"; exit 143' TERM
            touch "$home/started"
            while :; do sleep 0.02; done

            """.write(to: program, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
            func exists(_ name: String) -> Bool {
                FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
            }
            let process = try await StartedProcess(
                .init(
                    executable: ChildProcess.executable,
                    arguments: [
                        "alternate", "--first", program.path, "--second", program.path, "--", "append", "--engine",
                        "nacre",
                    ], errors: .null))
            while !exists("started") { try await Task.sleep(for: .milliseconds(5)) }
            kill(process.processID, SIGTERM)
            #expect(await process.ending() == .exit(128 + SIGTERM))
            while !exists("ended") { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test(arguments: [
        ["alternate", "--first", "a"],
        ["alternate", "--first", "a", "--second", "b"],
        ["alternate", "--first", "a", "--second", "b", "--", "--engine", "nacre"],
        ["alternate", "--first", "a", "--second", "b", "--rounds", "4", "--", "append"],
        ["alternate", "--first", "a", "--second", "b", "--rounds", "7", "--", "append"],
        ["alternate", "--first", "a", "--second", "b", "--tolerance-percent", "0", "--", "append"],
        ["alternate", "--first", "a", "--second", "b", "--", "append", "--json", "c"],
        ["decode", "--engine", "nacre", "--plant-slowdown-percent", "-1"],
        ["replay", "--engine", "nacre", "--probe-seconds", "0"],
    ])
    func `invalid arguments are refused with exit code 64`(arguments: [String]) throws {
        let error = try #require(throws: (any Error).self) { try BenchmarkCommand.parseAsRoot(arguments) }
        #expect(BenchmarkCommand.exitCode(for: error).rawValue == 64)
    }

    @Test func `a missing program is refused with exit code 64`() async throws {
        #expect(try await exitCode(["--first", "/nowhere/a", "--second", "/nowhere/b"]) == 64)
    }

    @Test func `the examples of the help parse, and compare refers to alternate`() throws {
        let help = BenchmarkCommand.helpMessage(for: AlternateCommand.self, columns: 200)
        let calls = help.split(separator: "\n").filter { $0.hasPrefix("  nacre-bench alternate") }
        #expect(calls.count >= 2)
        for call in calls {
            // Words in quotes are one argument.
            let parts = call.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
                $0.isMultiple(of: 2) ? $1.split(separator: " ").map(String.init) : [String($1)]
            }
            _ = try BenchmarkCommand.parseAsRoot(Array(parts.dropFirst()))
        }
        let compare = BenchmarkCommand.helpMessage(for: CompareCommand.self, columns: 200)
        #expect(compare.contains("alternate"))
    }
}

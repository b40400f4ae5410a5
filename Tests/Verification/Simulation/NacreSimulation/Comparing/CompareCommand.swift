import ArgumentParser
import ChildProcesses
import Foundation

/// The command `compare`.
struct CompareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Run seeds in two processes, and compare the runs.",
        discussion: """
            Each process has another seed for hashing: a run that depends on the order of a Set differs, and so does \
            one that depends on random numbers, the time, an address or a thread.
            """)

    @Option(help: "The number of seeds compared for each scenario.")
    var seeds: UInt64 = 50

    @Option(help: "The first seed.")
    var first: UInt64 = 0

    func validate() throws {
        guard !first.addingReportingOverflow(seeds).overflow else {
            throw ValidationError("--first and --seeds go beyond \(UInt64.max)")
        }
    }

    func run() async throws {
        let (one, other) = try await Self.lines(first: first, seeds: seeds)
        let runs = one.compactMap(ComparedRun.init)
        let others = other.compactMap(ComparedRun.init)
        let count = Scenario.compared.count * Int(seeds)
        guard runs.count == count, others.count == count else {
            print("of \(count) runs the processes have done \(runs.count) and \(others.count)")
            throw ExitCode.failure
        }
        let differences = zip(runs, others).filter { $0 != $1 }.map(\.0)
        let (planted, unexpected) = (
            differences.filter { $0.scenario > Scenario.all.count },
            differences.filter { $0.scenario <= Scenario.all.count }
        )
        if let run = unexpected.first {
            print("\(run.scenario). \(Scenario.compared[run.scenario - 1].sentence):")
            print("seed \(run.seed) goes another way in another process\(try await Self.place(of: run))")
            throw ExitCode.failure
        }
        print("\(seeds) seeds of \(Scenario.all.count) scenarios went the same way in two processes")
        guard let found = planted.first else {
            print("planted: \(Scenario.unordered.sentence): not found; is SWIFT_DETERMINISTIC_HASHING set?")
            throw ExitCode.failure
        }
        print("planted: \(Scenario.unordered.sentence): found by seed \(found.seed)\(try await Self.place(of: found))")
    }

    /// The first steps that differ when a run is repeated in two processes.
    private static func place(of run: ComparedRun) async throws -> String {
        let (one, other) = try await lines(
            first: run.seed, seeds: 1, ["--scenario", "\(run.scenario)", "--steps"])
        for (step, lines) in zip(one, other).enumerated().dropFirst() where lines.0 != lines.1 {
            return ", at step \(step):\n    \(lines.0)\n    \(lines.1)"
        }
        return one.count == other.count ? "" : ", behind step \(min(one.count, other.count) - 1)"
    }

    /// The output of two processes of this program that run at the same time.
    private static func lines(
        first: UInt64, seeds: UInt64, _ more: [String] = []
    ) async throws -> ([Substring], [Substring]) {
        let arguments = ["fingerprints", "--first", "\(first)", "--seeds", "\(seeds)"] + more
        async let one = output(arguments)
        async let other = output(arguments)
        return try await (one, other)
    }

    private static func output(_ arguments: [String]) async throws -> [Substring] {
        let process = try await ChildProcess(
            URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(), arguments)
        let text = String(decoding: try await process.output(), as: UTF8.self)
        let ending = try await process.ending()
        guard ending == .exit(0) else {
            print(text)
            throw ExitCode.failure
        }
        return text.split(separator: "\n")
    }
}

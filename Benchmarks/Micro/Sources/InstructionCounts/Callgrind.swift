import Foundation
import MicroBenchmarks

/// Counts the instructions of a benchmark by running this program under valgrind's callgrind.
///
/// Callgrind executes a program instruction by instruction and counts those between entry and exit of one function, on
/// its thread (Weidendorfer, Kowarschik and Trinitis, "A Tool Suite for Simulation Based Analysis of Memory Access
/// Behavior", 2004; `--toggle-collect` in its manual). So other processes, other threads, the clock and the processor's
/// caches do not affect the count.
struct Callgrind {
    /// The name or path of valgrind.
    var program = "valgrind"

    private static let calls = 5

    /// Settings without which two counts of one program would differ.
    private static let environment = [
        // Dictionaries in another order execute other instructions.
        "SWIFT_DETERMINISTIC_HASHING": "1",
        // The C library chooses its copy routines by the processor: restrict it to those that every processor has.
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-AVX512F,-AVX512VL,-ERMS,-FSRM",
    ]

    /// Counts a benchmark.
    ///
    /// - Throws: ``CountingError`` if valgrind cannot be started, the benchmark fails, or nothing was counted.
    func count(_ benchmark: MicroBenchmark) throws -> InstructionCount {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nacre-micro-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw CountingError("cannot create the folder \(folder.path): \(error)", exitCode: 74)
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = folder.appendingPathComponent("callgrind.out")
        let said = try run(benchmark, into: output, in: folder)
        guard let last = said.split(separator: "\n").last, let units = Int(last), units > 0 else {
            throw CountingError("\(benchmark.name) did not print its number of units, but: \(said)")
        }
        let profile: String
        do {
            profile = try String(contentsOf: output, encoding: .utf8)
        } catch {
            throw CountingError("the profile of \(benchmark.name) cannot be read: \(error)", exitCode: 74)
        }
        guard let instructions = Self.instructions(in: profile), instructions > 0 else {
            throw CountingError(
                "callgrind counted no instructions of \(benchmark.name): the program must not be stripped of its symbols"
            )
        }
        return InstructionCount(
            name: benchmark.name, unit: benchmark.unit, perUnit: Double(instructions) / Double(units))
    }

    /// The total instructions of a profile, from its line `summary:` or `totals:`; `nil` if it has neither.
    static func instructions(in profile: String) -> Int? {
        for line in profile.split(separator: "\n").reversed() {
            for label in ["totals:", "summary:"] where line.hasPrefix(label) {
                return line.dropFirst(label.count).split(separator: " ").first.flatMap { Int($0) }
            }
        }
        return nil
    }

    /// Runs the benchmark.
    ///
    /// - Returns: Its standard output.
    private func run(_ benchmark: MicroBenchmark, into output: URL, in folder: URL) throws -> String {
        let said = folder.appendingPathComponent("standard-output")
        let complaints = folder.appendingPathComponent("standard-error")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            program, "--tool=callgrind", "--callgrind-out-file=\(output.path)",
            "--toggle-collect=nacre_micro_measured", Self.executable.path, "run", benchmark.name, "--calls",
            "\(Self.calls)",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(Self.environment) { _, ours in ours }
        do {
            for url in [said, complaints] { try Data().write(to: url) }
            process.standardOutput = try FileHandle(forWritingTo: said)
            process.standardError = try FileHandle(forWritingTo: complaints)
            try process.run()
        } catch {
            throw CountingError("\(program) cannot be started: \(error)")
        }
        process.waitUntilExit()
        func text(_ url: URL) -> String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }
        guard process.terminationReason == .exit, process.terminationStatus != 127 else {
            throw CountingError(
                "\(program) is missing: install it with .ci/setup count\n\(text(complaints))")
        }
        guard process.terminationStatus == 0 else {
            throw CountingError("\(benchmark.name) failed under \(program):\n\(text(complaints))")
        }
        return text(said)
    }

    private static var executable: URL {
        (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])).resolvingSymlinksInPath()
    }
}

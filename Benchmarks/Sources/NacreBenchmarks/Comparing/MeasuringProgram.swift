import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A build of the harness, as a program that measures something and writes a report.
struct MeasuringProgram: Sendable {
    /// What it is called in errors: `first` or `second`.
    var name: String

    /// The executable.
    var executable: URL

    /// What it is told beside the workload.
    var options: [String]

    /// Runs the program once.
    ///
    /// - Parameters:
    ///   - workload: The workload and its options.
    ///   - folder: Where its report goes meanwhile.
    /// - Returns: Its report.
    /// - Throws: ``HarnessError`` where it cannot be started, fails, or writes no report.
    @available(*, noasync, message: "it waits for the program: run it on a thread of its own")
    func measure(_ workload: [String], in folder: URL) throws -> BenchmarkReport {
        let report = folder.appendingPathComponent("report.json")
        let said = folder.appendingPathComponent("said.txt")
        let process = Process()
        process.executableURL = executable
        process.arguments = workload + options + ["--json", report.path]
        let end: ProcessEnd
        do {
            try Data().write(to: said)
            let output = try FileHandle(forWritingTo: said)
            process.standardOutput = output
            process.standardError = output
            end = try ProcessEnd(starting: process)
        } catch {
            throw HarnessError("the \(name) program \(executable.path) cannot be started: \(systemReason(error))")
        }
        // It removes what it has made, which only it knows.
        RunningProcesses.note(process.processIdentifier, endedBy: SIGTERM)
        end.wait()
        RunningProcesses.forget(process.processIdentifier)
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw failure(process, said)
        }
        let measured = try ReportFile.read(report.path)
        do {
            // The next run must not be taken for having written what this one wrote.
            try FileManager.default.removeItem(at: report)
        } catch {
            throw HarnessError(.inputOutput, "\(report.path) cannot be removed: \(systemReason(error))")
        }
        return measured
    }

    private func failure(_ process: Process, _ said: URL) -> HarnessError {
        let ended = process.terminationReason == .exit ? "exit code" : "signal"
        let text = (try? String(contentsOf: said, encoding: .utf8)) ?? ""
        let kind = process.terminationReason == .exit ? HarnessError.Kind(rawValue: process.terminationStatus) : nil
        return HarnessError(
            kind ?? .other,
            "the \(name) program, \(executable.path), ended with \(ended) \(process.terminationStatus), and nothing is "
                + "compared; it said:\n\(text.split(separator: "\n").suffix(20).joined(separator: "\n"))")
    }
}

import Foundation

/// A build of the harness, run as a program that measures and writes a report.
struct MeasuringProgram: Sendable {
    /// The program's name in errors: `first` or `second`.
    var name: String

    var executable: URL

    var options: [String]

    /// Runs the program once.
    ///
    /// - Throws: ``HarnessError`` if it cannot be started, fails, or writes no report.
    func measure(_ workload: [String], in folder: URL) async throws -> BenchmarkReport {
        let report = folder.appendingPathComponent("report.json")
        let output = folder.appendingPathComponent("output.txt")
        let process: StartedProcess
        do {
            process = try await StartedProcess(
                .init(
                    executable: executable, arguments: workload + options + ["--json", report.path],
                    output: .file(output), errors: .file(output),
                    // SIGTERM lets the program remove its own files; only the program knows them.
                    endedBy: SIGTERM))
        } catch let error as HarnessError {
            throw HarnessError(error.kind, "the \(name) program: \(error.message)")
        }
        let ending = await process.ending()
        guard ending == .exit(0) else { throw failure(ending, output) }
        let measured = try ReportFile.read(report.path)
        try reporting("\(report.path) cannot be removed") {
            // A later run that writes no report must not pass with this one.
            try FileManager.default.removeItem(at: report)
        }
        return measured
    }

    private func failure(_ ending: StartedProcess.Ending, _ output: URL) -> HarnessError {
        let kind: HarnessError.Kind? = if case .exit(let code) = ending { .init(rawValue: code) } else { nil }
        let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
        return HarnessError(
            kind ?? .other,
            "the \(name) program \(ending.inWords), so nothing is compared: \(executable.path). Its output:\n"
                + text.split(separator: "\n").suffix(20).joined(separator: "\n"))
    }
}

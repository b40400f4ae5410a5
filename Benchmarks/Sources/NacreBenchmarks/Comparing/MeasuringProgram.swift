import Foundation

/// A build of the harness, as a program that measures something and writes a report.
struct MeasuringProgram: Sendable {
    /// What it is called in errors: `first` or `second`.
    var name: String

    var executable: URL

    /// What it is told beside the workload.
    var options: [String]

    /// Runs the program once.
    ///
    /// - Throws: ``HarnessError`` where it cannot be started, fails, or writes no report.
    func measure(_ workload: [String], in folder: URL) async throws -> BenchmarkReport {
        let report = folder.appendingPathComponent("report.json")
        let said = folder.appendingPathComponent("said.txt")
        let process: StartedProcess
        do {
            process = try await StartedProcess(
                .init(
                    executable: executable, arguments: workload + options + ["--json", report.path],
                    output: .file(said), errors: .file(said),
                    // It removes what it has made, which only it knows.
                    endedBy: SIGTERM))
        } catch let error as HarnessError {
            throw HarnessError(error.kind, "the \(name) program: \(error.message)")
        }
        let ending = await process.ending()
        guard ending == .exit(0) else { throw failure(ending, said) }
        let measured = try ReportFile.read(report.path)
        try reporting("\(report.path) cannot be removed") {
            // The next run must not be taken for having written what this one wrote.
            try FileManager.default.removeItem(at: report)
        }
        return measured
    }

    private func failure(_ ending: StartedProcess.Ending, _ said: URL) -> HarnessError {
        let kind: HarnessError.Kind? = if case .exit(let code) = ending { .init(rawValue: code) } else { nil }
        let text = (try? String(contentsOf: said, encoding: .utf8)) ?? ""
        return HarnessError(
            kind ?? .other,
            "the \(name) program, \(executable.path), \(ending.inWords), and nothing is compared; it said:\n"
                + text.split(separator: "\n").suffix(20).joined(separator: "\n"))
    }
}

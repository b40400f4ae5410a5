import Foundation

struct SuiteChild: Sendable {
    let executable: URL

    /// Whether its output goes to a terminal, with its own live line; otherwise the last lines are kept.
    let isOnTerminal: Bool

    struct Ending: Hashable, Sendable {
        /// Its exit code; for a signal, 128 plus the signal's number, as in a shell.
        var exitCode: Int32

        /// Its last lines on standard error, unless that went to a terminal.
        var message: String?
    }

    private static let linesKept = 3

    /// Makes the call, and waits for its end.
    ///
    /// Its standard output, the final table, is discarded: the report contains more.
    func run(
        _ arguments: [String], in workspace: SuiteWorkspace, interruption: SuiteInterruption
    ) async throws -> Ending {
        // A file, not a pipe: a process that the call left behind would keep a pipe open.
        let said = workspace.folder.appendingPathComponent("standard-error")
        let process = try await StartedProcess(
            .init(
                executable: executable, arguments: arguments, directory: workspace.folder,
                input: .handle(workspace.lock), errors: isOnTerminal ? .inherited : .file(said)))
        interruption.attend(to: process.processID)
        let ending = await process.ending()
        // The process ID may soon be reused.
        interruption.attend(to: nil)
        if case .unknown = ending { return Ending(exitCode: ending.exitCode, message: "the step \(ending.inWords)") }
        return Ending(exitCode: ending.exitCode, message: isOnTerminal ? nil : Self.end(of: said))
    }

    private static func end(of file: URL) -> String? {
        guard let data = try? Data(contentsOf: file) else { return nil }
        // Warnings are in the report.
        let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
            .filter { !$0.hasPrefix("WARNING: ") }
        return lines.isEmpty ? nil : lines.suffix(linesKept).joined(separator: "\n")
    }
}

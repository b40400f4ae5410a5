import Foundation

/// A call of this program as a process of its own.
struct SuiteChild: Sendable {
    let executable: URL

    /// Whether what it says is passed on to a terminal, where its own live line is seen; else its end is kept.
    let isOnTerminal: Bool

    /// How a call ended.
    struct Ending: Hashable, Sendable {
        /// Its exit code; 128 and the number of the signal that ended it, as a shell has it.
        var exitCode: Int32

        /// The last that it said on standard error, where that did not go to a terminal.
        var message: String?
    }

    /// Lines that are kept of what a call said.
    private static let linesKept = 3

    /// Makes the call, and waits for its end.
    ///
    /// Its standard output, the closing table, is left out: the report says more.
    func run(
        _ arguments: [String], in workspace: SuiteWorkspace, interruption: SuiteInterruption
    ) async throws -> Ending {
        // A file, not a pipe: a process that the call left behind would keep that open.
        let said = workspace.folder.appendingPathComponent("standard-error")
        let process = try await StartedProcess(
            .init(
                executable: executable, arguments: arguments, directory: workspace.folder,
                input: .handle(workspace.lock), errors: isOnTerminal ? .inherited : .file(said)))
        interruption.attend(to: process.processID)
        let ending = await process.ending()
        // Its number may be another's soon.
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

import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A call of this program as a process of its own.
struct SuiteChild: Sendable {
    /// The program.
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
    ///
    /// - Parameters:
    ///   - arguments: What it is given.
    ///   - workspace: The folder that it runs in, whose lock it holds.
    ///   - interruption: Is passed on to it.
    /// - Returns: How it ended.
    /// - Throws: ``HarnessError`` where it cannot be started.
    func run(
        _ arguments: [String], in workspace: SuiteWorkspace, interruption: SuiteInterruption
    ) async throws -> Ending {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = workspace.folder
        process.standardInput = workspace.lock
        process.standardOutput = FileHandle.nullDevice
        let said = workspace.folder.appendingPathComponent("standard-error")
        // A file, not a pipe: a process that the call left behind would keep that open.
        if !isOnTerminal { process.standardError = try Self.handle(for: said) }
        let end: ProcessEnd
        do {
            end = try ProcessEnd(starting: process)
        } catch {
            throw HarnessError("\(executable.path) cannot be started: \(systemReason(error))")
        }
        interruption.attend(to: process.processIdentifier)
        await end.reached()
        interruption.attend(to: nil)
        let status = process.terminationStatus
        return Ending(
            exitCode: process.terminationReason == .uncaughtSignal ? 128 + status : status,
            message: isOnTerminal ? nil : Self.end(of: said))
    }

    private static func handle(for file: URL) throws -> FileHandle {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw HarnessError(.cannotCreate, "\(file.path) cannot be made: \(String(cString: strerror(errno)))")
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    private static func end(of file: URL) -> String? {
        guard let data = try? Data(contentsOf: file) else { return nil }
        // Warnings are in the report.
        let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
            .filter { !$0.hasPrefix("WARNING: ") }
        return lines.isEmpty ? nil : lines.suffix(linesKept).joined(separator: "\n")
    }
}

import ChildProcesses
import Foundation
import TestFolders
import Testing
import ToolTesting

/// A run of the program that a test interrupts.
struct RunningCommand {
    private let process: ChildProcess
    private let out: String
    private let err: String

    init(_ arguments: [String], input: String? = nil, output: String? = nil, in folder: TemporaryFolder) async throws {
        let name = UUID().uuidString
        out = try output ?? folder.file("", named: "\(name).out")
        err = try folder.file("", named: "\(name).err")
        process = try await ChildProcess(
            URL(filePath: NacreProcess.program), arguments,
            environment: ProcessInfo.processInfo.environment.merging(["NACRE_STORE": "", "NO_COLOR": ""]) { $1 },
            input: input.map { URL(filePath: $0) } ?? ChildProcess.null, output: URL(filePath: out),
            errors: URL(filePath: err))
    }

    /// Waits until its output is as wanted.
    func output(until isEnough: (String) -> Bool) async throws {
        while process.isRunning {
            if isEnough(try String(contentsOfFile: out, encoding: .utf8)) { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("it ended by itself: \(try String(contentsOfFile: err, encoding: .utf8))")
    }

    /// Sends a signal, and requires that the process ends by it.
    ///
    /// - Returns: What it says on standard error.
    func interrupted(by signal: Int32, after delay: Duration = .zero) async throws -> String {
        try await Task.sleep(for: delay)
        process.send(signal)
        #expect(try await process.ending() == .signal(signal))
        return try String(contentsOfFile: err, encoding: .utf8)
    }

    /// Sends `SIGINT`.
    ///
    /// - Returns: What it says on standard error; `nil` if it had ended before.
    func interruptedInTime(after delay: Duration) async throws -> String? {
        try await Task.sleep(for: delay)
        guard process.isRunning else { return nil }
        process.send(SIGINT)
        guard try await process.ending() == .signal(SIGINT) else { return nil }
        return try String(contentsOfFile: err, encoding: .utf8)
    }
}

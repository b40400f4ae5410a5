import Foundation

@testable import NacreBenchmarks

/// The harness in a process of its own, as a user calls it: what it measures of itself is then no other test's.
struct HarnessProcess {
    /// Its exit code.
    let status: Int32

    /// What it wrote to standard output, and to standard error.
    let output: String
    let errors: String

    /// Runs the harness to its end.
    ///
    /// - Parameter arguments: The call, without the program's name.
    /// - Returns: How it ended.
    /// - Throws: Where it cannot be started.
    static func run(_ arguments: [String]) async throws -> HarnessProcess {
        try await withTemporaryFolder { folder in
            let output = folder.appendingPathComponent("output")
            let errors = folder.appendingPathComponent("errors")
            for file in [output, errors] { try Data().write(to: file) }
            let process = Process()
            process.executableURL = ChildProcess.executable
            process.arguments = arguments
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = try FileHandle(forWritingTo: output)
            process.standardError = try FileHandle(forWritingTo: errors)
            let end = try ProcessEnd(starting: process)
            await end.reached()
            return HarnessProcess(
                status: process.terminationStatus,
                output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
                errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
        }
    }
}

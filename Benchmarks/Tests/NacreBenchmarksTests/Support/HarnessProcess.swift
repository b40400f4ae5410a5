import Foundation

@testable import NacreBenchmarks
@testable import NacreLoad

/// The harness in a process of its own, as a user calls it: its own measurements exclude other tests.
struct HarnessProcess {
    /// Its exit code.
    let status: Int32

    /// Its standard output, and its standard error.
    let output: String
    let errors: String

    /// Runs the harness to its end.
    ///
    /// - Parameters:
    ///   - arguments: The call, without the program's name.
    ///   - kibibytesPerFile: The maximum size of its files, beyond which writes fail; `nil` for no limit.
    /// - Returns: The exit code and the output.
    /// - Throws: If it cannot be started.
    static func run(_ arguments: [String], kibibytesPerFile: Int? = nil) async throws -> HarnessProcess {
        try await withTemporaryFolder { folder in
            let output = folder.appendingPathComponent("output")
            let errors = folder.appendingPathComponent("errors")
            // In blocks of 512 bytes. Without the trap, the signal would end the process instead of failing the call.
            let limit = kibibytesPerFile.map { "trap '' XFSZ; ulimit -f \($0 * 2); " } ?? ""
            let process = try await StartedProcess(
                .init(
                    executable: URL(fileURLWithPath: "/bin/sh"),
                    arguments: ["-c", limit + "exec \"$0\" \"$@\"", ChildProcess.executable.path] + arguments,
                    output: .file(output), errors: .file(errors)))
            let ending = await process.ending()
            return HarnessProcess(
                status: ending.exitCode,
                output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
                errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
        }
    }
}

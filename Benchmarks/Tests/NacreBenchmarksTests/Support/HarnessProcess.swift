import Foundation

@testable import NacreBenchmarks
@testable import NacreLoad

/// The harness in a process of its own, as a user calls it: what it measures of itself is then no other test's.
struct HarnessProcess {
    /// Its exit code.
    let status: Int32

    /// What it wrote to standard output, and to standard error.
    let output: String
    let errors: String

    /// Runs the harness to its end.
    ///
    /// - Parameters:
    ///   - arguments: The call, without the program's name.
    ///   - kibibytesPerFile: How large its files may be: a write beyond fails as on a full disk. Any size where it is `nil`.
    /// - Returns: How it ended.
    /// - Throws: Where it cannot be started.
    static func run(_ arguments: [String], kibibytesPerFile: Int? = nil) async throws -> HarnessProcess {
        try await withTemporaryFolder { folder in
            let output = folder.appendingPathComponent("output")
            let errors = folder.appendingPathComponent("errors")
            // In blocks of 512 bytes. The signal would end the process where the call is to fail.
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

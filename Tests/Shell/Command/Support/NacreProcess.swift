import ChildProcesses
import Foundation
import TestFolders
import Testing
import ToolTesting

/// Runs the built program `nacre` in a process of its own.
struct NacreProcess: Sendable {
    /// The result of a run.
    struct Result {
        let status: Int32
        let output: String
        let errors: String

        /// The lines of the output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// A signal ended the process.
    struct Interruption: Error {
        let ending: ChildProcess.Ending
    }

    /// A shell command that starts each run with fewer permissions; empty for those of the tests.
    var prefix = ""

    /// Variables of the environment of each run.
    var environment: [String: String] = [:]

    /// The program beside the test bundle.
    static let program: String = {
        let arguments = CommandLine.arguments
        let bundle = arguments.first { $0.hasSuffix(".xctest") } ?? arguments.first { $0.contains(".xctest/") }
        let executable = bundle ?? (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let path = executable ?? arguments[0]
        let folder = path.range(of: ".xctest").map { String(path[..<$0.upperBound]) } ?? path
        return URL(filePath: folder).deletingLastPathComponent().appending(path: "nacre").path
    }()

    /// A prefix that drops root's permissions on files; empty without root.
    static var unprivileged: String {
        #if os(Linux)
            geteuid() == 0 ? "setpriv --bounding-set=-all " : ""
        #else
            ""
        #endif
    }

    /// Runs `nacre` with arguments.
    func run(
        _ arguments: [String], input: String? = nil, environment: [String: String] = [:]
    ) async throws -> Result {
        try await shell(
            "exec \(prefix)\"$0\" \"$@\"", arguments: arguments, input: input, environment: environment)
    }

    /// Runs a shell script in which `$0` is the program and `$1` and so on are the arguments.
    func shell(
        _ script: String, arguments: [String], input: String? = nil, environment: [String: String] = [:]
    ) async throws -> Result {
        let folder = try TemporaryFolder()
        // Files, unlike pipes, accept output of any size without a reader.
        let process = try await ChildProcess(
            URL(filePath: "/bin/sh"), ["-c", script, Self.program] + arguments,
            environment: ProcessInfo.processInfo.environment
                .merging(["NACRE_STORE": "", "NO_COLOR": "", "XDG_CACHE_HOME": folder.path("cache")]) { $1 }
                .merging(self.environment) { $1 }
                .merging(environment) { $1 },
            input: URL(filePath: folder.file(input ?? "", named: "in")),
            output: URL(filePath: folder.file("", named: "out")),
            errors: URL(filePath: folder.file("", named: "err")))
        let ending = try await process.ending()
        guard case .exit(let status) = ending else { throw Interruption(ending: ending) }
        return Result(
            status: status,
            output: String(decoding: try folder.bytes("out"), as: UTF8.self),
            errors: String(decoding: try folder.bytes("err"), as: UTF8.self))
    }
}

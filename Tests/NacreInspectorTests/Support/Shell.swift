import ChildProcesses
import Foundation

/// The shell that users paste commands into.
enum Shell {
    /// What bash prints for a command line.
    static func output(of command: String) async throws -> String {
        let process = try await ChildProcess(URL(filePath: "/bin/bash"), ["-c", command])
        let output = try await process.output()
        _ = try await process.ending()
        return String(decoding: output, as: UTF8.self)
    }
}

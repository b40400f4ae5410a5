package import ChildProcesses
import Foundation

extension ChildProcess {
    /// Waits until the process is stopped, which it announced shortly before.
    ///
    /// - Throws: An error if the process has ended.
    package func untilStopped() async throws {
        #if os(Linux)
            while try state() != "T" { try await Task.sleep(for: .milliseconds(1)) }
        #else
            try await Task.sleep(for: .milliseconds(200))
        #endif
    }

    /// The state of the process according to the system: `T` if it is stopped.
    private func state() throws -> Substring {
        let status = try String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8)
        // It follows the name of the process, which is in parentheses.
        guard let end = status.lastIndex(of: ")") else { throw CocoaError(.fileReadCorruptFile) }
        return status[end...].dropFirst(2).prefix(1)
    }
}

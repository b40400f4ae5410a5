import Foundation

/// A shell that ends a server if the harness can no longer do so.
///
/// It reads a pipe whose only writer is the harness, and which is closed when the harness ends, in any way.
final class ServerWatch: Sendable {
    private let process: StartedProcess
    private let input: FileHandle

    init(over server: StartedProcess) async throws {
        let pipe = Pipe()
        process = try await StartedProcess(
            .init(
                executable: URL(fileURLWithPath: "/bin/sh"),
                arguments: [
                    // A signal that ends all processes must leave this one running until the server has to end.
                    "-c", "trap '' HUP INT TERM; while read -r _; do :; done; kill -QUIT \"$0\"",
                    "\(server.processID)",
                ],
                directory: URL(fileURLWithPath: "/"), input: .handle(pipe.fileHandleForReading), errors: .null))
        // The descriptor is closed even if closing returns an error.
        try? pipe.fileHandleForReading.close()
        input = pipe.fileHandleForWriting
    }

    /// Ends the watch, before the server ends: afterwards, the server's process ID may be reused.
    func end() {
        while process.isRunning {
            kill(process.processID, SIGKILL)
            usleep(1_000)
        }
    }
}

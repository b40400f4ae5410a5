import Foundation

/// A shell that ends a server where the harness no longer can: it reads a pipe that nobody but the harness holds, and
/// that ends with the harness, however that ends.
final class ServerWatch: Sendable {
    private let process: StartedProcess
    private let input: FileHandle

    init(over server: StartedProcess) async throws {
        let pipe = Pipe()
        process = try await StartedProcess(
            .init(
                executable: URL(fileURLWithPath: "/bin/sh"),
                arguments: [
                    // Whoever ends all processes that there are is to leave this one for last.
                    "-c", "trap '' HUP INT TERM; while read -r _; do :; done; kill -QUIT \"$0\"",
                    "\(server.processID)",
                ],
                directory: URL(fileURLWithPath: "/"), input: .handle(pipe.fileHandleForReading), errors: .null))
        // A descriptor is gone whatever closing it says.
        try? pipe.fileHandleForReading.close()
        input = pipe.fileHandleForWriting
    }

    /// Ends the watch: before the server ends, whose number may be another's then.
    func end() {
        while process.isRunning {
            kill(process.processID, SIGKILL)
            usleep(1_000)
        }
    }
}

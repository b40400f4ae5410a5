import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A shell that ends a server where the harness no longer can: it reads a pipe that nobody but the harness holds, and
/// that ends with the harness, however that ends.
final class ServerWatch: Sendable {
    private let process: Process
    private let ended: ProcessEnd
    private let input: FileHandle

    /// Begins to watch.
    ///
    /// - Parameter server: The server, which is running.
    /// - Throws: What Foundation throws where no shell can be started.
    init(over server: Process) throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // A terminal that interrupts the harness would interrupt the shell too.
        process.arguments = [
            "-c", "trap '' HUP INT TERM; while read -r _; do :; done; kill -QUIT \"$0\"",
            "\(server.processIdentifier)",
        ]
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        var input = FileHandle.nullDevice
        ended = try ProcessEnd(starting: process) { process in
            let pipe = Pipe()
            process.standardInput = pipe
            input = pipe.fileHandleForWriting
        }
        self.input = input
    }

    /// Ends the watch: before the server ends, whose number may be another's then.
    func end() {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        ended.wait()
    }
}

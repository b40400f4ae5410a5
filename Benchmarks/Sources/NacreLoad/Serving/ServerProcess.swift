package import Foundation

/// A server in a process of its own, which prints its address when it listens.
package final class ServerProcess: Sendable {
    /// The port on loopback.
    package let port: Int

    private let process: StartedProcess
    private let output: FileHandle

    /// The time within which a server must listen, and end.
    private static let patience = 60.0

    /// Starts a program.
    ///
    /// Its log is discarded: a file of it would be written to the measured disk.
    ///
    /// - Throws: ``HarnessError`` if the program is missing, or ends before it listens; ``TimeoutError`` if it does
    ///   neither.
    package init(_ executable: URL, _ arguments: [String]) async throws {
        guard FileManager.default.isExecutableFile(atPath: executable.path) else {
            throw HarnessError(
                .unavailable, "the program \(executable.path) is missing: build it there")
        }
        let pipe = Pipe()
        process = try await StartedProcess(
            .init(
                executable: executable, arguments: arguments, output: .handle(pipe.fileHandleForWriting),
                errors: .null, endedBy: SIGKILL))
        // The pipe would never end if this process kept its writing end. The descriptor is closed even if that fails.
        try? pipe.fileHandleForWriting.close()
        output = pipe.fileHandleForReading
        do {
            port = try await Self.port(printedTo: LineReader(output), by: process)
        } catch {
            RunningProcesses.end(process.processID)
            _ = await process.ending()
            throw error
        }
    }

    private static func port(printedTo lines: LineReader, by process: StartedProcess) async throws -> Int {
        let isLate = StopSign()
        let deadline = Deadline(in: patience) {
            isLate.raise()
            RunningProcesses.end(process.processID)
        }
        defer { deadline.lift() }
        let line = try await onDedicatedThread { try lines.next() }
        if isLate.isRaised { throw TimeoutError("the server \(process.processID) did not listen", within: patience) }
        guard let line, let port = String(decoding: line, as: UTF8.self).split(separator: ":").last.flatMap({ Int($0) })
        else { throw HarnessError(.unavailable, "the server \(process.processID) ended before it listened") }
        return port
    }

    package var processID: Int32 { process.processID }

    /// Suspends its work, until ``resume()``: its background work must not take time from another server.
    package func pause() { RunningProcesses.send(SIGSTOP, to: processID) }

    package func resume() { RunningProcesses.send(SIGCONT, to: processID) }

    /// Shuts it down as an operator would.
    ///
    /// - Throws: ``HarnessError`` if it ends with another exit code than 0; ``TimeoutError`` if it does not end.
    package func shutDown() async throws {
        resume()
        let isLate = StopSign()
        let deadline = Deadline(in: Self.patience) { [processID] in
            isLate.raise()
            RunningProcesses.end(processID)
        }
        defer { deadline.lift() }
        RunningProcesses.send(SIGTERM, to: processID)
        let ending = await process.ending()
        if isLate.isRaised { throw TimeoutError("the server \(processID) did not end", within: Self.patience) }
        guard ending == .exit(0) else { throw HarnessError("the server \(processID) \(ending.inWords)") }
    }

    /// Kills it, unless it has ended.
    package func kill() async {
        RunningProcesses.end(processID)
        _ = await process.ending()
    }
}

import CLMDBCeiling
import Foundation
import Testing

@testable import NacreBenchmarks

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The program itself, ended by a signal to it alone while it measures.
@Suite(.serialized) struct InterruptCleanupTests {
    private func measuring(in folder: URL) -> [String] {
        [
            "append", "--engine", "nacre", "--writers", "2", "--streams", "4", "--slice-seconds", "600",
            "--map-mebibytes", "64", "--directory", folder.path,
        ]
    }

    /// Starts the program, waits until it has made something in a folder, and sends it a signal.
    ///
    /// - Returns: Its exit code.
    private func end(_ arguments: [String], by number: Int32, making folder: URL) async throws -> Int32 {
        let process = Process()
        process.executableURL = ChildProcess.executable
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        while process.isRunning, try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty {
            try await Task.sleep(for: .milliseconds(20))
        }
        // It listens a little later than it makes its folder.
        try await Task.sleep(for: .milliseconds(300))
        kill(process.processIdentifier, number)
        await withCheckedContinuation { ended in
            Thread {
                process.waitUntilExit()
                ended.resume()
            }.start()
        }
        return process.terminationStatus
    }

    @Test(.timeLimit(.minutes(10)), .enabled(if: ceiling_ignores_signal(SIGHUP) == 0))
    func `a terminal that is gone leaves nothing behind`() async throws {
        try await withTemporaryFolder { folder in
            let exitCode = try await end(measuring(in: folder), by: SIGHUP, making: folder)
            #expect(exitCode == 128 + SIGHUP)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }
}

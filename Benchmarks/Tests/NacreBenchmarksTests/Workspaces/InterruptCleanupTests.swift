import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The whole program, ended by a signal to it alone during a measurement.
@Suite(.serialized) struct InterruptCleanupTests {
    /// A file to which every write fails.
    #if os(Linux)
        private static let refusing = URL(fileURLWithPath: "/dev/full")
    #else
        private static let refusing = URL(fileURLWithPath: "/dev/null")
    #endif

    private func measuring(in folder: URL) -> [String] {
        [
            "append", "--engine", "nacre", "--writers", "2", "--streams", "4", "--slice-seconds", "600",
            "--map-mebibytes", "64", "--directory", folder.path,
        ]
    }

    /// Starts the program, waits until it has created a file in a folder, and sends it a signal.
    ///
    /// - Returns: How it ended.
    private func end(
        _ arguments: [String], by number: Int32, making folder: URL
    ) async throws -> StartedProcess.Ending {
        let process = try await StartedProcess(
            // Output to a closed terminal fails; a full device replaces it here.
            .init(executable: ChildProcess.executable, arguments: arguments, errors: .endOfFile(Self.refusing)))
        // It handles signals before it creates anything in its own folder.
        while process.isRunning, try !hasMade(something: folder) { try await Task.sleep(for: .milliseconds(20)) }
        // A signal during the setup of the handler may be lost.
        while process.isRunning {
            kill(process.processID, number)
            try await Task.sleep(for: .milliseconds(200))
        }
        return await process.ending()
    }

    /// Whether a subfolder of the folder has contents.
    private func hasMade(something folder: URL) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { name in
            let path = folder.appendingPathComponent(name).path
            return try !FileManager.default.contentsOfDirectory(atPath: path).isEmpty
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a closed terminal ends the call and removes its files`() async throws {
        try await withTemporaryFolder { folder in
            let ending = try await end(measuring(in: folder), by: SIGHUP, making: folder)
            #expect(ending == .exit(128 + SIGHUP))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }
}

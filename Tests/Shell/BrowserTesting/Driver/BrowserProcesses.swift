import ChildProcesses
import Foundation
import TestFolders

/// The processes of a driver and its browsers.
struct BrowserProcesses {
    let driver: ChildProcess
    let folder: TemporaryFolder

    /// How long processes may take to end by themselves.
    private static let patience = Duration.seconds(20)

    /// Ends all processes, and removes the folder.
    ///
    /// The driver controls browsers over pipes, and a browser whose pipe is closed ends: also if the driver was killed.
    ///
    /// - Throws: ``BrowserError`` if processes had to be killed.
    func end() async throws {
        // Not cancelled with the test: a time limit must leave no processes, either.
        try await Task { try await endNow() }.value
    }

    private func endNow() async throws {
        if driver.isRunning { driver.send(SIGTERM) }
        let isEnded = try await ends { !driver.isRunning }
        if !isEnded { driver.send(SIGKILL) }
        _ = try await driver.ending()
        let left = try await ends { Self.running(in: folder.path).isEmpty } ? [] : Self.running(in: folder.path)
        for process in left { kill(process, SIGKILL) }
        folder.remove()
        guard isEnded, left.isEmpty else {
            throw BrowserError(
                code: .notStopped,
                message: "killed after \(Self.patience): \(isEnded ? "" : "the driver, ")browser processes \(left)")
        }
    }

    private func ends(_ condition: () -> Bool) async throws -> Bool {
        let limit = ContinuousClock.now + Self.patience
        while !condition() {
            guard ContinuousClock.now < limit else { return false }
            try await Task.sleep(for: .milliseconds(20))
        }
        return true
    }

    /// The processes whose command lines name a folder; one that has ended has none.
    static func running(in folder: String) -> [Int32] {
        // Other processes end meanwhile: what cannot be read has ended.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { process in
            let line = try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline"))
            return line?.range(of: Data(folder.utf8)) != nil
        }
    }
}

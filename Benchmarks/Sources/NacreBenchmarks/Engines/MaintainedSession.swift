import Foundation
import Nacre

/// An open store with an operator's operations on it while it is in use.
protocol MaintainedSession: EngineSession {
    /// Copies the store into a folder that is not there yet, while it is in use.
    ///
    /// - Parameter folder: Where the copy goes.
    /// - Returns: What was copied.
    /// - Throws: Where the copy cannot be made.
    func backUp(to folder: URL) async throws -> BackupSummary

    /// Looks for faults in the whole store.
    ///
    /// - Returns: How many events were looked at, and each fault in words.
    /// - Throws: Where the store cannot be read at all.
    func verify() async throws -> (events: Int, faults: [String])

    /// Reads the log once, until the body has enough.
    ///
    /// - Parameters:
    ///   - path: How events reach the body.
    ///   - body: Is called with each event; answers whether to go on. It may block, as one does that writes elsewhere.
    /// - Throws: Where the log cannot be read.
    func read(_ path: ReplayPath, while body: @escaping @Sendable () -> Bool) async throws
}

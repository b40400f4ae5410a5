package import Foundation
package import Nacre

/// An open store with an operator's operations on it while it is in use.
package protocol MaintainedSession: EngineSession {
    /// Copies the store into a folder that does not exist yet, while the store is in use.
    ///
    /// - Returns: A summary of the copy.
    /// - Throws: If the copy cannot be created.
    func backUp(to folder: URL) async throws -> BackupSummary

    /// Verifies the whole store.
    ///
    /// - Returns: The number of events checked, and a description of each fault.
    /// - Throws: If the store cannot be read at all.
    func verify() async throws -> (events: Int, faults: [String])

    /// Reads the log once, or until the body stops the read.
    ///
    /// - Parameters:
    ///   - path: How events reach the body.
    ///   - body: Called with each event; returns whether to continue. It may block, as a writer to slow storage does.
    /// - Throws: If the log cannot be read.
    func read(_ path: ReplayPath, while body: @escaping @Sendable () -> Bool) async throws
}

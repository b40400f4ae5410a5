import Foundation

/// An engine under measurement.
///
/// Every call opens the store in its folder and closes it again, so that an audit or a replay always reads what is on
/// disk, never what an earlier call kept in memory.
protocol BenchmarkEngine: Sendable {
    /// Its name in reports.
    var name: EngineName { get }

    /// Makes a store in an empty folder and appends a load to it.
    ///
    /// Opening and closing are outside the measured time.
    ///
    /// - Parameters:
    ///   - load: What is appended.
    ///   - budget: When the appending ends.
    ///   - eventsPerCommit: Events in each durable transaction, for an engine that is told; others group what waits.
    ///   - folder: An empty folder.
    /// - Returns: What was measured and acknowledged.
    /// - Throws: Where the store cannot be made, opened or closed; a failed append is part of the answer.
    func append(
        _ load: AppendLoad, within budget: SliceBudget, eventsPerCommit: Int?, in folder: URL
    ) async throws -> AppendSlice

    /// Reads the whole log over and over: every payload byte touched, every checksum verified.
    ///
    /// - Parameters:
    ///   - folder: A store.
    ///   - seconds: After which no further pass begins; one is always made.
    /// - Returns: The passes.
    /// - Throws: Where the store cannot be read or a checksum does not hold.
    func replay(_ folder: URL, seconds: Double) async throws -> ReplaySlice

    /// Opens the store anew and shows its whole log to an auditor.
    ///
    /// - Parameters:
    ///   - folder: A store.
    ///   - auditor: Which takes every event in order.
    /// - Returns: The auditor, with all events taken.
    /// - Throws: Where the store cannot be read or a checksum does not hold.
    func readBack(_ folder: URL, into auditor: LogAuditor) async throws -> LogAuditor
}

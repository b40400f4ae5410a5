package import Foundation

/// An engine under measurement.
///
/// A new engine is two types: the engine, which opens stores, replays them and reads them back, and an
/// ``EngineSession``, which is an open store. Appending is implemented on top of the session. The engine also needs
///
/// 1. a case of ``EngineName``, with the format of its files, and a line in `EngineName.engine`;
/// 2. a line in the tests of the engines' conformance. They check every rule of ``EngineRule/all`` that concerns the
///    ``abilities`` that the engine names, and all mandatory rules. The engine must refuse operations that it does not
///    name.
///
/// Anything that it keeps outside the store's folder, in memory or in a server's tables, is released by a
/// ``StoreHolder`` of the workspace.
///
/// Every call opens the store in its folder and closes it again, so that an audit or a replay always reads what is on
/// disk, never what an earlier call kept in memory. Only a store opened by ``open(_:)`` is closed by the caller.
package protocol BenchmarkEngine: Sendable {
    /// The engine's name in reports.
    var name: EngineName { get }

    /// The durability of acknowledged commits: the configured level, or the engine's highest.
    var durability: Durability { get }

    /// Its abilities beyond appending and scanning; a workload checks that its requirements are met before it begins.
    var abilities: EngineAbilities { get }

    /// The names of the files of a store that are an index behind its log.
    ///
    /// If an older copy of them is restored, the index lags behind the log, and the next opening has to catch up.
    var indexFiles: [String] { get }

    /// The engine that writes a store of the same files fastest; used outside the measured time.
    var filler: any BenchmarkEngine { get }

    /// Opens the store in a folder, or creates it there, and keeps it open.
    ///
    /// - Parameter folder: A folder that is empty or holds a store of this engine.
    /// - Returns: The store; the caller closes it.
    /// - Throws: If it cannot be opened; ``HarnessError`` if the engine lacks ``EngineAbilities/openStore``.
    func open(_ folder: URL) async throws -> any EngineSession

    /// Creates a store in an empty folder and appends a load to it.
    ///
    /// Opening and closing are outside the measured time.
    ///
    /// - Parameters:
    ///   - load: The load to append.
    ///   - budget: When the appending ends.
    ///   - eventsPerCommit: Events in each durable transaction, for an engine that accepts this; others group the
    ///     waiting appends.
    ///   - folder: An empty folder.
    ///   - watch: Called with every answer, if not `nil`.
    /// - Returns: What was measured and acknowledged.
    /// - Throws: If the store cannot be created, opened or closed; a failed append is part of the result.
    func append(
        _ load: AppendLoad, within budget: SliceBudget, eventsPerCommit: Int?, in folder: URL,
        watchedBy watch: LoadWatch?
    ) async throws -> AppendSlice

    /// Reads the whole log repeatedly, touches every payload byte and verifies every checksum.
    ///
    /// - Parameters:
    ///   - folder: A store.
    ///   - path: How events reach the reader.
    ///   - seconds: The time after which no further pass begins; at least one pass is made.
    ///   - opened: Called when the store is open, before the first pass and outside the measured time.
    /// - Returns: The passes.
    /// - Throws: If the store cannot be read or a checksum does not match; errors of `opened`.
    func replay(
        _ folder: URL, by path: ReplayPath, seconds: Double, opened: @escaping @Sendable () throws -> Void
    ) async throws -> ReplaySlice

    /// Checks a whole store by the engine's own means.
    ///
    /// - Returns: A description of each fault; empty if the engine has no such check.
    /// - Throws: If the store cannot be read at all.
    func faults(in folder: URL) async throws -> [String]

    /// Reopens the store and passes its whole log to an observer.
    ///
    /// - Parameters:
    ///   - folder: A store.
    ///   - observer: The observer, which receives every event in order, with id and tags if it requests them.
    /// - Returns: The observer after all events.
    /// - Throws: If the store cannot be read or a checksum does not match.
    func readBack<Observer: LogObserver>(_ folder: URL, into observer: Observer) async throws -> Observer
}

extension BenchmarkEngine {
    package var abilities: EngineAbilities { .wholeLog }

    package var indexFiles: [String] { [] }

    /// The warning shown with all figures of an engine that stores nothing durably.
    package var durabilityWarning: String? {
        guard durability == .memoryOnly else { return nil }
        return "the engine \(name.rawValue) keeps nothing after its process ends: beside an "
            + "engine that stores events durably, its figures show only the cost of durability"
    }

    /// The warning shown with all figures of an engine that does not keep every event.
    package var retentionWarning: String? {
        guard !abilities.contains(.wholeLog) else { return nil }
        return "the engine \(name.rawValue) keeps only the newest events: the audit can check those alone, and that "
            + "the last acknowledged event is among them"
    }

    package func faults(in folder: URL) async throws -> [String] { [] }

    package func replay(_ folder: URL, by path: ReplayPath, seconds: Double) async throws -> ReplaySlice {
        try await replay(folder, by: path, seconds: seconds) {}
    }

    package var filler: any BenchmarkEngine { self }

    package func open(_ folder: URL) async throws -> any EngineSession {
        throw HarnessError("the engine \(name.rawValue) cannot hold a store open")
    }

    package func append(
        _ load: AppendLoad, within budget: SliceBudget, eventsPerCommit: Int?, in folder: URL,
        watchedBy watch: LoadWatch?
    ) async throws -> AppendSlice {
        let session = try await open(folder)
        var slice = await ConcurrentLoad.run(load, within: budget, on: session, watch: watch)
        try await session.close()
        slice.use?.noteClosing()
        slice.groups = session.groups
        slice.stages = session.stages
        return slice
    }

    package func append(
        _ load: AppendLoad, within budget: SliceBudget, eventsPerCommit: Int?, in folder: URL
    ) async throws -> AppendSlice {
        try await append(load, within: budget, eventsPerCommit: eventsPerCommit, in: folder, watchedBy: nil)
    }

    /// Opens a store, runs a body, and closes the store in every case.
    package func withSession<Result>(
        _ folder: URL, _ body: (any EngineSession) async throws -> Result
    ) async throws -> Result {
        let session = try await open(folder)
        return try await closing(session.close) { try await body(session) }
    }
}

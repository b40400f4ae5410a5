import Foundation

/// An engine under measurement.
///
/// A new one is two types: the engine, which opens stores, replays and reads them back, and an ``EngineSession``, which
/// is a store held open; appending comes of the session by itself. Then it is
///
/// 1. a case of ``EngineName``, with the format of its files, and a line in `EngineName.engine`;
/// 2. a line in the tests of the engines' conformance: they hold it to every rule of ``EngineRule/all`` that is about
///    the ``abilities`` that it names, and to the others that nobody may leave out. What it does not name it refuses.
///
/// What it keeps beyond a folder's files, memory or a server's tables, a ``StoreHolder`` of the workspace lets go of.
///
/// Every call opens the store in its folder and closes it again, so that an audit or a replay always reads what is on
/// disk, never what an earlier call kept in memory; ``open(_:)`` alone leaves the closing to its caller.
protocol BenchmarkEngine: Sendable {
    /// Its name in reports.
    var name: EngineName { get }

    /// What its acknowledgements are worth: what it was told, or what it has to offer at best.
    var durability: Durability { get }

    /// What it can do beyond appending and scanning: a workload asks for what it needs before it begins.
    var abilities: EngineAbilities { get }

    /// The files of a store that are an index behind its log, by name.
    ///
    /// Put back as they were, they are an index that has not caught up: the next opening has to.
    var indexFiles: [String] { get }

    /// The engine that makes a store of the same files soonest: outside the clock it may as well.
    var filler: any BenchmarkEngine { get }

    /// Opens the store in a folder, or makes it there, and keeps it open.
    ///
    /// - Parameter folder: A folder that is empty or holds a store of this engine.
    /// - Returns: The store; whoever opened it closes it.
    /// - Throws: Where it cannot be opened; ``HarnessError`` where the engine lacks ``EngineAbilities/openStore``.
    func open(_ folder: URL) async throws -> any EngineSession

    /// Makes a store in an empty folder and appends a load to it.
    ///
    /// Opening and closing are outside the measured time.
    ///
    /// - Parameters:
    ///   - load: What is appended.
    ///   - budget: When the appending ends.
    ///   - eventsPerCommit: Events in each durable transaction, for an engine that is told; others group what waits.
    ///   - folder: An empty folder.
    ///   - watch: Is told of every answer, where somebody watches.
    /// - Returns: What was measured and acknowledged.
    /// - Throws: Where the store cannot be made, opened or closed; a failed append is part of the answer.
    func append(
        _ load: AppendLoad, within budget: SliceBudget, eventsPerCommit: Int?, in folder: URL,
        watchedBy watch: LoadWatch?
    ) async throws -> AppendSlice

    /// Reads the whole log over and over: every payload byte touched, every checksum that there is verified.
    ///
    /// - Parameters:
    ///   - folder: A store.
    ///   - path: How events reach the reader.
    ///   - seconds: After which no further pass begins; one is always made.
    ///   - opened: Called when the store is open, before the first pass and outside the measured time.
    /// - Returns: The passes.
    /// - Throws: Where the store cannot be read or a checksum does not hold; what `opened` throws.
    func replay(
        _ folder: URL, by path: ReplayPath, seconds: Double, opened: @escaping @Sendable () throws -> Void
    ) async throws -> ReplaySlice

    /// Has the engine look for faults in a whole store, by means of its own.
    ///
    /// - Parameter folder: A store.
    /// - Returns: Each fault in words; nothing where an engine has no such means.
    /// - Throws: Where the store cannot be read at all.
    func faults(in folder: URL) async throws -> [String]

    /// Opens the store anew and shows its whole log to an auditor.
    ///
    /// - Parameters:
    ///   - folder: A store.
    ///   - auditor: Which takes every event in order, with its id and tags where it wants them.
    /// - Returns: The auditor, with all events taken.
    /// - Throws: Where the store cannot be read or a checksum does not hold.
    func readBack(_ folder: URL, into auditor: LogAuditor) async throws -> LogAuditor
}

extension BenchmarkEngine {
    var abilities: EngineAbilities { [] }

    var indexFiles: [String] { [] }

    /// What has to be said beside all figures of an engine that keeps nothing.
    var durabilityWarning: String? {
        guard durability == .memoryOnly else { return nil }
        return "the engine \(name.rawValue) keeps nothing, what it acknowledges ends with the process: beside an "
            + "engine that keeps it, its figures say what keeping costs, and nothing else"
    }

    func faults(in folder: URL) async throws -> [String] { [] }

    func replay(_ folder: URL, by path: ReplayPath, seconds: Double) async throws -> ReplaySlice {
        try await replay(folder, by: path, seconds: seconds) {}
    }

    var filler: any BenchmarkEngine { self }

    func open(_ folder: URL) async throws -> any EngineSession {
        throw HarnessError("the engine \(name.rawValue) cannot hold a store open")
    }

    func append(
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

    func append(
        _ load: AppendLoad, within budget: SliceBudget, eventsPerCommit: Int?, in folder: URL
    ) async throws -> AppendSlice {
        try await append(load, within: budget, eventsPerCommit: eventsPerCommit, in: folder, watchedBy: nil)
    }
}

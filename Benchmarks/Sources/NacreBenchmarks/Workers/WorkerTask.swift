import Foundation

/// What a worker works on: a store, through an engine, with a load.
struct WorkerTask: Hashable, Sendable, Codable {
    var engine: EngineName
    var durability: Durability

    /// The largest size of the store, in bytes of address space.
    var mapSize: Int

    /// The path of the store's folder.
    var store: String

    /// What is appended, with the writers that are this worker's.
    var load: AppendLoad
}

extension WorkerTask {
    /// The same task on a store of an engine, with a load, of which some writers are this worker's.
    func on(
        _ folder: URL, of engine: any BenchmarkEngine, load: AppendLoad, ownWriters: Range<Int>? = nil
    ) -> WorkerTask {
        var task = self
        task.engine = engine.name
        task.store = folder.path
        task.load = load
        task.load.ownWriters = ownWriters
        return task
    }
}

/// What a worker is asked to do next.
enum WorkerRequest: Hashable, Sendable, Codable {
    /// Append within a budget; where it is the last turn, until the index has caught up too. A live line says how the
    /// step is doing, where it has a name.
    case append(SliceBudget, untilIndexed: Bool, step: String? = nil)

    /// Append once in so many nanoseconds for so many seconds, by the first writer alone.
    case pace(interval: UInt64, seconds: Double)

    /// Close the store, copy its index to a folder, open it again, and tell how far behind the index is.
    case reopen(copyingIndexTo: String)

    /// Write what the writers were told since the last time to a file, and forget it.
    case drain(records: String)

    /// Close the store, and write what the writers were told since they were drained to a file.
    case finish(records: String)
}

extension WorkerRequest {
    /// How long it may take, in seconds; `nil` where events alone end it, and nobody can know.
    var patience: Double? {
        switch self {
        case .append(let budget, _, _): budget.seconds.map { $0 + Deadline.patience }
        case .pace(_, let seconds): seconds + Deadline.patience
        case .reopen, .drain, .finish: Deadline.patience
        }
    }
}

/// What a worker has done.
struct WorkerReply: Hashable, Sendable, Codable {
    /// When it began, of ``monotonicNanoseconds()``, where that is told.
    var start: UInt64 = 0

    /// How long it took, by the worker's clock.
    var nanoseconds: UInt64 = 0

    /// How much of that was waiting for the index, after the last answer.
    var indexingNanoseconds: UInt64 = 0

    /// How many events the index was behind the log when it had caught up, where it was waited for.
    var indexLag: UInt64?

    var events = 0

    /// How appends shared durable transactions since the store was opened, where the engine says so.
    var groups: GroupStatistics?

    /// Why it could not be done.
    var failure: String?
}

import Foundation

/// A worker's task: a store, an engine, and a load.
struct WorkerTask: Hashable, Sendable, Codable {
    var engine: EngineName
    var durability: Durability

    /// The largest size of the store, in bytes of address space.
    var mapSize: Int

    /// The path of the store's folder.
    var store: String

    /// The load, with this worker's writers.
    var load: AppendLoad
}

extension WorkerTask {
    /// The same task on a store of an engine, with a load of which some writers are this worker's.
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

/// A request to a worker.
enum WorkerRequest: Hashable, Sendable, Codable {
    /// Append within a budget; for the last turn, also until the index has caught up.
    ///
    /// A live line shows the progress of a named step.
    case append(SliceBudget, untilIndexed: Bool, step: String? = nil)

    /// Append once per `interval` nanoseconds for `seconds`, by the first writer alone.
    case pace(interval: UInt64, seconds: Double)

    /// Close the store, copy its index to a folder, reopen it, and report the index's lag.
    case reopen(copyingIndexTo: String)

    /// Write the writers' answers since the last drain to a file, and discard them.
    case drain(records: String)

    /// Close the store, and write the writers' answers since the last drain to a file.
    case finish(records: String)
}

extension WorkerRequest {
    /// The time limit, in seconds; `nil` if only a number of events ends the request, so that its time is unknown.
    var patience: Double? {
        switch self {
        case .append(let budget, _, _): budget.seconds.map { $0 + Deadline.patience }
        case .pace(_, let seconds): seconds + Deadline.patience
        case .reopen, .drain, .finish: Deadline.patience
        }
    }
}

/// A worker's reply.
struct WorkerReply: Hashable, Sendable, Codable {
    /// When the work began, by ``monotonicNanoseconds()``, if reported.
    var start: UInt64 = 0

    /// Its duration, by the worker's clock.
    var nanoseconds: UInt64 = 0

    /// The part of it spent waiting for the index, after the last answer.
    var indexingNanoseconds: UInt64 = 0

    /// The index's lag in events after the wait for it, if there was one.
    var indexLag: UInt64?

    var events = 0

    /// How appends shared durable transactions since the store was opened, if the engine reports it.
    var groups: GroupStatistics?

    /// Why the request failed; `nil` on success.
    var failure: String?
}

package import Foundation

/// A worker's task: a store, an engine, and a load.
package struct WorkerTask: Hashable, Sendable, Codable {
    package var engine: EngineName
    package var durability: Durability

    /// The largest size of the store, in bytes of address space.
    package var mapSize: Int

    package var store: String

    /// The load, with this worker's writers.
    package var load: AppendLoad

    package init(engine: EngineName, durability: Durability, mapSize: Int, store: String, load: AppendLoad) {
        (self.engine, self.durability, self.mapSize, self.store) = (engine, durability, mapSize, store)
        self.load = load
    }
}

extension WorkerTask {
    /// The same task on a store of an engine, with a load of which some writers are this worker's.
    package func on(
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

/// The task of a process that subscribes to a store, or appends to it.
package struct SubscriberTask: Hashable, Sendable, Codable {
    /// The store, and the load of its writers.
    package var task: WorkerTask

    /// The number of each writer's earlier appends, if it continues a load; empty at the beginning.
    package var appends: [Int] = []

    package init(task: WorkerTask, appends: [Int] = []) { (self.task, self.appends) = (task, appends) }
}

package enum WorkerRequest: Hashable, Sendable, Codable {
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
    package var patience: Double? {
        switch self {
        case .append(let budget, _, _): budget.seconds.map { $0 + Deadline.patience }
        case .pace(_, let seconds): seconds + Deadline.patience
        case .reopen, .drain, .finish: Deadline.patience
        }
    }
}

package struct WorkerReply: Hashable, Sendable, Codable {
    /// When the work began, by ``monotonicNanoseconds()``, if reported.
    package var start: UInt64 = 0

    /// Its duration, by the worker's clock.
    package var nanoseconds: UInt64 = 0

    /// The part of it spent waiting for the index, after the last answer.
    package var indexingNanoseconds: UInt64 = 0

    /// The index's lag in events after the wait for it, if there was one.
    package var indexLag: UInt64?

    package var events = 0

    /// How appends shared durable transactions since the store was opened, if the engine reports it.
    package var groups: GroupStatistics?

    /// The uses of its journal, if the engine has one and the worker reports it.
    package var journal: JournalUse?

    /// Why the request failed; `nil` on success.
    package var failure: String?

    package init(
        start: UInt64 = 0, nanoseconds: UInt64 = 0, indexingNanoseconds: UInt64 = 0, indexLag: UInt64? = nil,
        events: Int = 0, groups: GroupStatistics? = nil, journal: JournalUse? = nil,
        failure: String? = nil
    ) {
        (self.start, self.nanoseconds, self.indexingNanoseconds) = (start, nanoseconds, indexingNanoseconds)
        (self.indexLag, self.events, self.groups) = (indexLag, events, groups)
        (self.journal, self.failure) = (journal, failure)
    }
}

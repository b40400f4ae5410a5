import Foundation

/// The settings of all operations.
struct OperationSetting: Sendable {
    let context: RunContext

    /// The engine, the durability and the map size of the appending processes.
    let task: WorkerTask
    let makeWorker: SubscriberMaker

    /// The time in seconds for which writers append before a backup, and again after it.
    let secondsAround: Double

    /// Events appended per second during a backup; `nil` for the writers' maximum.
    let rate: Double?

    /// Events appended with a reader, and without one.
    let eventsBesideReader: Int

    /// The duration in seconds of a slow read of the whole log.
    let readerSeconds: Double

    /// The length of an interval in the series over time, in seconds.
    let intervalSeconds: Double

    /// The current operation's name in the live line; `nil` without a live line.
    var step: String?

    /// The name of one of its slices in the live line.
    func step(_ slice: String) -> String? { step.map { "\($0), \(slice)" } }

    /// A process whose writers continue a store's load, on a copy of the store.
    func worker(of store: OperatedStore, on folder: URL) async throws -> any SubscribingWorker {
        try await worker(of: store.engine, load: store.load, appends: store.filled.manifest.appends, on: folder)
    }

    /// A process whose writers append to a store.
    func worker(
        of engine: any BenchmarkEngine, load: AppendLoad, appends: [Int], on folder: URL
    ) async throws -> any SubscribingWorker {
        try await makeWorker(SubscriberTask(task: task.on(folder, of: engine, load: load), appends: appends))
    }

    /// Runs a body with a process, and ends the process in every case.
    func with<Result>(
        _ worker: any SubscribingWorker, _ body: (any SubscribingWorker) async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await body(worker)
            await worker.dismiss()
            return result
        } catch {
            await worker.dismiss()
            throw error
        }
    }

    func append(
        _ slice: AnnouncedSlice, through worker: any SubscribingWorker, writers: Int
    ) async throws -> AnnouncedAnswers {
        _ = try await worker.perform(.begin(slice))
        return try await AnnouncedAnswers.end(of: worker, writers: writers, in: context.workspace)
    }
}

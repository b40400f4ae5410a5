import Foundation

/// What every operation is run with.
struct OperationSetting: Sendable {
    let context: RunContext

    /// The engine, the durability and the map of processes that append.
    let task: WorkerTask
    let makeWorker: SubscriberMaker

    /// For how long writers append before a backup, and again behind it.
    let secondsAround: Double

    /// Events a second that are appended beside a backup; `nil` for as many as the writers can.
    let rate: Double?

    /// Events that are appended beside a reader, and without one.
    let eventsBesideReader: Int

    /// How long a slow reader takes for the whole log.
    let readerSeconds: Double

    /// Seconds of an interval in the series over time.
    let intervalSeconds: Double

    /// What a live line calls the operation that is under way; `nil` where nobody watches.
    var step: String?

    /// What a live line calls one of its slices.
    func step(_ slice: String) -> String? { step.map { "\($0), \(slice)" } }

    /// A process whose writers go on with a store's load, on a copy of it.
    func worker(of store: OperatedStore, on folder: URL) async throws -> any SubscribingWorker {
        try await worker(of: store.engine, load: store.load, appends: store.filled.manifest.appends, on: folder)
    }

    /// A process whose writers append to a store.
    func worker(
        of engine: any BenchmarkEngine, load: AppendLoad, appends: [Int], on folder: URL
    ) async throws -> any SubscribingWorker {
        try await makeWorker(SubscriberTask(task: task.on(folder, of: engine, load: load), appends: appends))
    }

    /// Runs a body with a process, and lets the process go whatever happens.
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

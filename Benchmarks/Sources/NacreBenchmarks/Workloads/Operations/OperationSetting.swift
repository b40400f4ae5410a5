import ArgumentParser
import Foundation

enum StoreOperation: String, CaseIterable, Hashable, Sendable, ExpressibleByArgument {
    /// Opening the store, up to the end of the first read, with warm caches.
    case opening

    /// Copying it while writers append.
    case backup

    case verify

    /// Rebuilding its index from the log alone.
    case rebuild

    /// Long appending: the growth of files and memory.
    case growth

    /// Slow reading while writers append: the growth of files.
    case pinned
}

struct OperationParameters: Sendable {
    /// The time in seconds for which writers append before a backup, and again after it.
    let secondsAround: Double

    /// Events appended per second during a backup; `nil` for the writers' maximum.
    let rate: Double?

    /// Events appended with a reader, and without one.
    let eventsBesideReader: Int

    /// The duration in seconds of a slow read of the whole log.
    let readerSeconds: Double
    var intervalSeconds = 1.0
}

struct OperationSetting: Sendable {
    let context: RunContext

    /// The engine, the durability and the map size of the appending processes.
    let task: WorkerTask
    let makeWorker: SubscriberMaker
    let parameters: OperationParameters

    /// The operation's name in the live line; `nil` without a live line.
    var step: String?

    func step(_ slice: String) -> String? { step.map { "\($0), \(slice)" } }

    /// A process whose writers continue a store's load, on a copy of the store.
    func worker(of store: OperatedStore, on folder: URL) async throws -> any SubscribingWorker {
        try await worker(of: store.engine, load: store.load, appends: store.filled.manifest.appends, on: folder)
    }

    func worker(
        of engine: any BenchmarkEngine, load: AppendLoad, appends: [Int], on folder: URL
    ) async throws -> any SubscribingWorker {
        try await makeWorker(SubscriberTask(task: task.on(folder, of: engine, load: load), appends: appends))
    }

    func with<Result>(
        _ worker: any SubscribingWorker, _ body: (any SubscribingWorker) async throws -> Result
    ) async throws -> Result {
        try await closing(worker.dismiss) { try await body(worker) }
    }

    func append(
        _ slice: AnnouncedSlice, through worker: any SubscribingWorker, writers: Int
    ) async throws -> AnnouncedAnswers {
        _ = try await worker.perform(.begin(slice))
        return try await AnnouncedAnswers.end(of: worker, writers: writers, in: context.workspace)
    }
}

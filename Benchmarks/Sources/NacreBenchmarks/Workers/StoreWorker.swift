import Foundation

/// The worker's implementation, in the process that it runs in.
actor StoreWorker: Worker {
    private let engine: any BenchmarkEngine
    private let task: WorkerTask
    private var session: any EngineSession
    private let target: SwitchingTarget
    private let load: ConcurrentLoad
    private let progress: Progress
    private var records: [WriterRecord] = []
    private var events = 0
    private var drainedEvents = 0

    /// Opens the store of a task.
    ///
    /// The live line of named steps is written here, in the writers' process.
    init(
        _ task: WorkerTask, engine: any BenchmarkEngine, progress: Progress = Progress(isShown: true)
    ) async throws {
        self.progress = progress
        self.engine = engine
        self.task = task
        session = try await engine.open(URL(fileURLWithPath: task.store, isDirectory: true))
        target = SwitchingTarget(session)
        load = ConcurrentLoad(task.load, on: target)
    }

    func perform(_ request: WorkerRequest) async throws -> WorkerReply {
        switch request {
        case .append(let budget, let untilIndexed, let step):
            return try await append(within: budget, untilIndexed: untilIndexed, step)
        case .pace(let interval, let seconds): return await pace(every: interval, seconds: seconds)
        case .reopen(let path): return try await reopen(copyingIndexTo: path)
        case .drain(let path):
            let drained = await load.drain()
            try RecordFile.write(drained, to: URL(fileURLWithPath: path))
            drainedEvents += drained.reduce(0) { $0 + $1.eventsAcknowledged }
            for index in records.indices { records[index].forgetAnswers() }
            return WorkerReply(events: events, groups: session.groups)
        case .finish(let path):
            try await session.close()
            try RecordFile.write(records, to: URL(fileURLWithPath: path))
            return WorkerReply(events: events, groups: session.groups)
        }
    }

    private func append(within budget: SliceBudget, untilIndexed: Bool, _ step: String?) async throws -> WorkerReply {
        let slice = await progress.watching(step, budget) { watch in
            await load.run(within: budget, watchedBy: watch)
        }
        var reply = take(slice)
        guard untilIndexed else { return reply }
        let appended = slice.start + reply.nanoseconds
        let caughtUp = try await session.waitUntilIndexed()
        let indexed = max(appended, caughtUp.nanoseconds)
        reply.indexingNanoseconds = indexed - appended
        reply.indexLag = caughtUp.lag
        reply.nanoseconds = indexed - slice.start
        return reply
    }

    private func pace(every interval: UInt64, seconds: Double) async -> WorkerReply {
        take(await load.pace(every: interval, seconds: seconds))
    }

    private func reopen(copyingIndexTo path: String) async throws -> WorkerReply {
        try await session.close()
        let folder = URL(fileURLWithPath: task.store, isDirectory: true)
        for name in engine.indexFiles {
            try FileManager.default.copyItem(
                at: folder.appendingPathComponent(name),
                to: URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent(name))
        }
        session = try await engine.open(folder)
        target.use(session)
        var reply = WorkerReply()
        reply.indexLag = try await session.waitUntilIndexed().lag
        return reply
    }

    private func take(_ slice: AppendSlice) -> WorkerReply {
        let before = events
        records = slice.records
        events = drainedEvents + slice.events
        return WorkerReply(nanoseconds: slice.nanoseconds, events: events - before, groups: session.groups)
    }

    nonisolated var processID: Int32 { ProcessInfo.processInfo.processIdentifier }

    nonisolated func pause() {}

    func dismiss() async {}
}

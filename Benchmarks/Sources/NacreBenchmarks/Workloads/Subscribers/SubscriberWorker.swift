import Foundation
import Nacre

/// A request to a process that subscribes to a store, or appends to it.
enum SubscriberRequest: Hashable, Sendable, Codable {
    /// Start subscriptions and, if requested, wait until each has delivered its first marker.
    case subscribe([SubscriptionPlan], untilCaughtUp: Bool)

    /// Start appending, without waiting for the end.
    case begin(AnnouncedSlice)

    /// Wait until the given number of the appends started last have been answered, or no more answers will come.
    case untilAnswered(UInt64)

    case stop

    /// Wait until the appending has ended, and write the writers' answers, and their times, to two files.
    case end(records: String, moments: String)

    /// Wait until each subscription has reached a position, end all of them, and write their deliveries to a file.
    case collect(upTo: [Position], deliveries: String)

    /// Start reading the log repeatedly at a pace, and wait for the first event.
    case read(SlowReading)

    case close
}

/// A worker that subscribes to a store, appends to it or reads it for a workload: another process, or this one.
protocol SubscribingWorker: Sendable {
    func perform(_ request: SubscriberRequest) async throws -> WorkerReply

    /// The ID of the process whose memory is the worker's.
    var processID: Int32 { get }

    func dismiss() async
}

actor SubscriberWorker: SubscribingWorker {
    /// The time limit in seconds for a subscription to reach its position; after it, the audit reports what is missing.
    private static let patience = 30.0

    /// The time to wait for duplicate or unmatched deliveries.
    private static let grace = Duration.milliseconds(20)

    private let session: any EngineSession
    private let templates: PayloadTemplates
    private let load: AnnouncingLoad
    private let stop = StopSign()
    private let progress: Progress
    private var appending: Task<(start: UInt64, nanoseconds: UInt64), Never>?
    private var answers = SlowReading.Counter()
    private var hasEnded = StopSign()
    private var reading: Task<Void, any Error>?
    private let eventsRead = SlowReading.Counter()
    private var followed: [(consumer: FollowingConsumer, task: Task<Void, Never>)] = []

    /// Opens the store of a task.
    ///
    /// The live line of named slices is written here, in the writers' process.
    init(
        _ begun: SubscriberTask, engine: any BenchmarkEngine, progress: Progress = Progress(isShown: true)
    ) async throws {
        self.progress = progress
        let task = begun.task
        session = try await engine.open(URL(fileURLWithPath: task.store, isDirectory: true))
        templates = PayloadTemplates(of: task.load)
        load = AnnouncingLoad(task.load, goingOnAfter: begun.appends)
    }

    func perform(_ request: SubscriberRequest) async throws -> WorkerReply {
        switch request {
        case .subscribe(let plans, let waits): try await subscribe(plans, untilCaughtUp: waits)
        case .begin(let slice):
            try begin(slice)
        case .untilAnswered(let count):
            try await wait { [answers, hasEnded] in answers.value >= count || hasEnded.isRaised }
        case .stop: stop.raise()
        case .end(let records, let moments): return try await end(records, moments)
        case .collect(let positions, let path): try await collect(upTo: positions, path)
        case .read(let way): try await read(way)
        case .close: return try await close()
        }
        return WorkerReply()
    }

    private func begin(_ slice: AnnouncedSlice) throws {
        try load.requireDue(slice)
        stop.lower()
        answers = SlowReading.Counter()
        hasEnded = StopSign()
        let target = CountingTarget(target: session, answers: answers)
        appending = Task { [load, stop, hasEnded, progress] in
            await progress.watching(slice.step, slice.budget) { watch in
                let time = await load.run(slice, on: target, until: stop, watchedBy: watch)
                hasEnded.raise()
                return time
            }
        }
    }

    private func read(_ way: SlowReading) async throws {
        guard let session = session as? any MaintainedSession else {
            throw HarnessError("the engine has no reading at a pace")
        }
        stop.lower()
        reading = Task { [eventsRead, stop] in try await way.run(on: session, counting: eventsRead, until: stop) }
        // A reader that has not started would not pin anything when the appends begin.
        try await wait { [eventsRead] in eventsRead.value > 0 }
    }

    private func close() async throws -> WorkerReply {
        stop.raise()
        for (_, task) in followed { task.cancel() }
        var reply = WorkerReply()
        try await reading?.value
        reply.events = Int(clamping: eventsRead.value)
        try await session.close()
        return reply
    }

    private func subscribe(_ plans: [SubscriptionPlan], untilCaughtUp waits: Bool) async throws {
        let first = followed.count
        for plan in plans {
            let consumer = FollowingConsumer(plan, templates: templates)
            let subscription = try session.subscribe(after: plan.after, matching: plan.interest.query)
            followed.append((consumer, Task { await consumer.follow(subscription) }))
        }
        guard waits else { return }
        try await wait { [begun = followed[first...]] in begun.allSatisfy(\.consumer.hasCaughtUp) }
    }

    private func end(_ records: String, _ moments: String) async throws -> WorkerReply {
        guard let appending else { throw HarnessError("no appending was begun that could be ended") }
        let time = await appending.value
        self.appending = nil
        let drained = await load.drain()
        try RecordFile.write(drained.map(\.record), to: URL(fileURLWithPath: records))
        try WordFile.write(drained.map(\.answered), to: URL(fileURLWithPath: moments))
        var reply = WorkerReply()
        reply.start = time.start
        reply.nanoseconds = time.nanoseconds
        reply.events = drained.reduce(0) { $0 + $1.record.eventsAcknowledged }
        return reply
    }

    private func collect(upTo positions: [Position], _ path: String) async throws {
        let ended = followed
        followed = []
        try await wait {
            zip(ended, positions).allSatisfy { $0.consumer.reached >= $1 }
        }
        try await Task.sleep(for: Self.grace)
        for (_, task) in ended { task.cancel() }
        for (_, task) in ended { await task.value }
        try WordFile.write(ended.flatMap { $0.consumer.record.rows }, to: URL(fileURLWithPath: path))
    }

    private func wait(until condition: () -> Bool) async throws {
        let end = monotonicNanoseconds() + UInt64(Self.patience * 1e9)
        while !condition(), monotonicNanoseconds() < end { try await Task.sleep(for: .milliseconds(1)) }
    }

    nonisolated var processID: Int32 { ProcessInfo.processInfo.processIdentifier }

    func dismiss() async {}
}

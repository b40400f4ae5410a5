import DomainKit
import Nacre
import NacreServices
import NacreTesting
import ServiceLifecycle
import ServiceLifecycleTestKit
import Synchronization
import TestTraits
import Testing

/// The state after a graceful shutdown, and where the next start resumes.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)))
struct ShutdownTests {
    /// Shuts the service down after the transaction that reaches a position, and continues once it is shutting down.
    private struct ShuttingDown: BlockingExecutor {
        let position: Position
        let models: any ReadModelStore
        let trigger: GracefulShutdownTestTrigger

        func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
            let result = try body()
            if try models.position() == position {
                trigger.triggerGracefulShutdown()
                while !Task.isCancelled { await Task.yield() }
            }
            return result
        }
    }

    @Test(arguments: [false, true])
    func `on shutdown a projection finishes its batch, starts no other, and resumes there later`(
        onDisk: Bool
    ) async throws {
        let storage = try ReopenableStorage(onDisk: onDisk)
        try await storage.opened { opened in
            try await opened.store.happen(10)
            try await testGracefulShutdown { trigger in
                let runner = ProjectionRunner(
                    projection: NoteProjection(), store: opened.store, models: opened.models,
                    batchSize: .init(events: 2),
                    executor: ShuttingDown(position: 4, models: opened.models, trigger: trigger))
                try await FollowerService(runner, logger: .silent).run()
            }
            #expect(try opened.models.position() == 4)
            #expect(try opened.models.noted() == [1, 2, 3, 4])
        }
        try await storage.opened { opened in
            try await opened.store.happen(2)
            try await testGracefulShutdown { trigger in
                let applied = Mutex<[Position]>([])
                let projection = NoteProjection { position in
                    applied.withLock { $0.append(position) }
                    if position == 12 { trigger.triggerGracefulShutdown() }
                }
                let runner = ProjectionRunner(projection: projection, store: opened.store, models: opened.models)
                try await FollowerService(runner, logger: .silent).run()
                #expect(applied.withLock { $0 } == Array(5...12))
            }
            #expect(try opened.models.noted() == Array(1...12))
        }
    }

    @Test(arguments: [false, true])
    func `on shutdown a process manager drops its decision, and repeats it at the next start`(
        onDisk: Bool
    ) async throws {
        let storage = try ReopenableStorage(onDisk: onDisk)
        try await storage.opened { opened in
            try await opened.store.happen(5)
            try await testGracefulShutdown { trigger in
                let answering = ReplyProcess { event in
                    if event.position == 3 {
                        trigger.triggerGracefulShutdown()
                        try await until { Task.isCancelled }
                    }
                    return ReplyProcess.answer(to: event)
                }
                try await FollowerService(opened.store.runner(answering), logger: .silent).run()
            }
            #expect(try await opened.store.answers() == ["1", "2"])
            #expect(try await opened.store.runner().status().position == 2)
        }
        try await storage.opened { opened in
            try await testGracefulShutdown { trigger in
                let answering = ReplyProcess { event in
                    if event.position == 5 { trigger.triggerGracefulShutdown() }
                    return ReplyProcess.answer(to: event)
                }
                try await FollowerService(opened.store.runner(answering), logger: .silent).run()
            }
            // A decision in progress at the shutdown may have been finished or dropped, but not lost.
            try await opened.store.runner().catchUp()
            #expect(try await opened.store.answers() == ["1", "2", "3", "4", "5"])
        }
    }

    @Test
    func `a service that waits for events returns at once`() async throws {
        let store = PacedEventStore(InMemoryEventStore())
        let models = InMemoryReadModelStore()
        let runner = ProjectionRunner(projection: NoteProjection(), store: store, models: models)
        try await testGracefulShutdown { trigger in
            async let running: Void = FollowerService(runner, logger: .silent).run()
            try await store.settled()
            trigger.triggerGracefulShutdown()
            try await running
        }
    }

    @Test
    func `a cancelled service stops and throws CancellationError`() async throws {
        let store = PacedEventStore(InMemoryEventStore())
        let models = InMemoryReadModelStore()
        let runner = ProjectionRunner(projection: NoteProjection(), store: store, models: models)
        let running = Task { try await FollowerService(runner, logger: .silent).run() }
        try await store.happen()
        try await store.showAll()
        try await until { try models.noted() == [1] }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
    }

    @Test
    func `a service cancelled during shutdown throws CancellationError`() async throws {
        await testGracefulShutdown { trigger in
            let running = Mutex<Task<Void, any Error>?>(nil)
            let follower = BodyFollower { _ in
                trigger.triggerGracefulShutdown()
                try? await until { false }
                while running.withLock({ $0 == nil }) { await Task.yield() }
                running.withLock { $0?.cancel() }
                throw CancellationError()
            }
            let task = Task { try await FollowerService(follower, logger: .silent).run() }
            running.withLock { $0 = task }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test
    func `a service does not return without a shutdown`() async throws {
        let follower = BodyFollower { _ in throw CancellationError() }
        await #expect(throws: CancellationError.self) { try await FollowerService(follower, logger: .silent).run() }
    }

    @Test
    func `a service returns only after its current work has ended`() async throws {
        try await testGracefulShutdown { trigger in
            let hasEnded = Mutex(false)
            let follower = BodyFollower { _ in
                trigger.triggerGracefulShutdown()
                try? await until { false }
                // Like a transaction in progress, this ignores the cancellation.
                for _ in 0..<1_000 { await Task.yield() }
                hasEnded.withLock { $0 = true }
                throw CancellationError()
            }
            try await FollowerService(follower, logger: .silent).run()
            #expect(hasEnded.withLock { $0 })
        }
    }
}

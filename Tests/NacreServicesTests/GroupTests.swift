import DomainKit
import InMemoryLogging
import Logging
import Nacre
import NacreServices
import NacreTesting
import ServiceLifecycle
import Synchronization
import TestTraits
import Testing
import UnixSignals

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Services in a group: what ends it, what does not, and what is logged.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)))
struct GroupTests {
    private let store = FaultyEventStore(InMemoryEventStore())
    private let models = InMemoryReadModelStore()
    private let log = InMemoryLogHandler()

    private func runner(_ projection: NoteProjection = NoteProjection()) -> ProjectionRunner {
        ProjectionRunner(projection: projection, store: store, models: models)
    }

    private func service(_ follower: any LogFollower, every interval: Duration = .milliseconds(1)) -> FollowerService {
        FollowerService(follower, retryingEvery: interval, logger: Logger(label: "test", factory: { _ in log }))
    }

    /// The log: level, message and service of each entry.
    private var logged: [String] {
        log.entries.map { entry in
            "\(entry.level) \(entry.message) [\(entry.metadata["service"].map { "\($0)" } ?? "")]"
        }
    }

    /// The event positions of the log entries, where an entry has one.
    private var loggedPositions: [String?] { log.entries.map { $0.metadata["position"].map { "\($0)" } } }

    /// Runs a group until `body` returns, and then shuts it down gracefully.
    private func withGroup(
        of followers: [any LogFollower], retryingEvery interval: Duration = .milliseconds(1),
        _ body: () async throws -> Void
    ) async throws {
        let group = ServiceGroup(services: followers.map { service($0, every: interval) }, logger: .silent)
        async let running: Void = group.run()
        try await body()
        await group.triggerGracefulShutdown()
        try await running
    }

    @Test
    func `events appended while the group runs are handled`() async throws {
        try await store.happen(2)
        try await withGroup(of: [runner(), store.runner()]) {
            try await until { try models.noted() == [1, 2] }
            try await store.happen()
            try await until { try await store.answers().count == 3 }
            try await until { try models.noted().count == 3 }
        }
        #expect(logged == [])
    }

    @Test
    func `a signal ends the group, and the services return`() async throws {
        let group = ServiceGroup(
            services: [service(runner())], gracefulShutdownSignals: [.sigusr1], logger: .silent)
        async let running: Void = group.run()
        try await store.happen()
        // The group listens for signals before it starts its services.
        try await until { try models.noted() == [1] }
        #expect(kill(getpid(), SIGUSR1) == 0)
        try await running
    }

    @Test
    func `a halt is logged once, and other services continue until the event is skipped`() async throws {
        let looks = Looks()
        var poisoned = NoteProjection()
        poisoned.poison = 2
        let halting = ProjectionRunner(projection: poisoned, store: store, models: models, observer: looks)
        try await store.happen(3)
        try await withGroup(of: [halting, store.runner()]) {
            try await until { try await store.answers().count == 3 }
            try await until { looks.halted.count >= 3 }
            #expect(try models.noted() == [1])
            #expect(logged.count == 1)
            #expect(logged.first?.hasPrefix("error projection \"notes\" halts before position 2") == true)
            #expect(logged.first?.hasSuffix("[projection notes]") == true)
            #expect(Set(looks.halted) == [1])
            try await halting.skip(2, reason: "a test")
            let last = try await store.happen()
            try await until { logged.count == 2 }
            try await until { try models.noted().last == Int(last) }
            #expect(try models.noted() == [1, 3, Int(last)])
            #expect(logged.last == "notice resumed [projection notes]")
        }
        #expect(logged.count == 2)
        #expect(loggedPositions.first == "2")
    }

    @Test
    func `a second halt is logged even if nothing was applied in between`() async throws {
        let halts = Mutex<[Position]>([1, 1, 2, 2])
        let follower = BodyFollower { _ in
            guard let position = halts.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
            throw EventStoreError(.projectionHalted, "it halts", position: position, outcome: .notWritten)
        }
        try await withGroup(of: [follower]) { try await until { halts.withLock(\.isEmpty) } }
        #expect(logged == Array(repeating: "error it halts [follower]", count: 2))
        #expect(loggedPositions == ["1", "2"])
    }

    @Test
    func `resuming is logged once, and a renewed halt, even at the same event, is logged again`() async throws {
        let halt = EventStoreError(.processHalted, "it halts", position: 1, outcome: .notWritten)
        let attempts = Mutex(0)
        let follower = BodyFollower { progress in
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            if attempt == 2 { for position in Position(2)...4 { progress(position) } }
            if attempt <= 2 { throw halt }
        }
        try await withGroup(of: [follower]) { try await until { attempts.withLock { $0 == 3 } } }
        #expect(logged == ["error it halts [follower]", "notice resumed [follower]", "error it halts [follower]"])
        #expect(loggedPositions == ["1", "2", "1"])
    }

    @Test
    func `a paused service does nothing until its next check, and can be shut down meanwhile`()
        async throws
    {
        let looks = Looks()
        var poisoned = NoteProjection()
        poisoned.poison = 1
        let halting = ProjectionRunner(projection: poisoned, store: store, models: models, observer: looks)
        try await store.happen()
        try await withGroup(of: [halting, store.runner()], retryingEvery: .seconds(86_400)) {
            try await until { logged.count == 1 }
            let before = looks.halted.count
            try await store.happen(20)
            try await until { try await store.answers().count == 21 }
            #expect(looks.halted.count == before)
        }
    }

    @Test
    func `a halted process manager is logged, and resumes after a retry`() async throws {
        let isRepaired = Mutex(false)
        let answering = ReplyProcess { event in
            guard isRepaired.withLock({ $0 }) else { throw NoteProjection.Poisoned() }
            return ReplyProcess.answer(to: event)
        }
        try await store.happen()
        try await withGroup(of: [store.runner(answering), runner()]) {
            try await until { try !logged.isEmpty && !models.noted().isEmpty }
            #expect(logged.first?.hasPrefix("error process \"answering\" halts before position 1") == true)
            isRepaired.withLock { $0 = true }
            try await store.runner(answering).retry()
            try await store.happen()
            try await until { logged.count == 2 }
        }
        #expect(try await store.answers().count == 2)
        #expect(logged == [logged[0], "notice resumed [process answering]"])
    }

    @Test
    func `a newer program's read model pauses the service and does not end it`() async throws {
        var newer = NoteProjection()
        newer.schemaVersion = 2
        try await store.happen()
        try await runner(newer).catchUp()
        try await withGroup(of: [runner(), store.runner()]) {
            try await until { try await store.answers() == ["1"] }
            try await until { !logged.isEmpty }
        }
        #expect(logged.count == 1)
        #expect(logged.first?.hasPrefix("error read model \"notes\" has schema version 2") == true)
    }

    @Test
    func `a conflict on every attempt is logged and tried again`() async throws {
        let attempts = Mutex<UInt64>(0)
        let answering = ReplyProcess { event in
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            // The state keeps changing: on unchanged state, the second conflict would halt the process.
            if attempt <= 12 { throw ConcurrencyConflict(stream: "answers", expected: attempt, actual: attempt + 1) }
            return ReplyProcess.answer(to: event)
        }
        try await store.happen()
        let runner = ProcessRunner(manager: answering, store: store, retrying: ConflictRetry(attempts: 5))
        try await withGroup(of: [runner]) {
            try await until { try await store.answers() == ["1"] }
            try await until { logged.count == 2 }
        }
        #expect(logged.first?.hasPrefix("warning ") == true)
        #expect(logged.last == "notice resumed [process answering]")
    }

    @Test(
        arguments: [
            ConcurrencyConflict(stream: "answers", expected: 1, actual: 2),
            EventStoreError(.conflict, "another writer was faster", outcome: .notWritten),
        ] as [any Error])
    func `any kind of conflict pauses the service and does not end it`(conflict: any Error) async throws {
        let attempts = Mutex(0)
        let follower = BodyFollower { progress in
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            if attempt <= 3 { throw conflict }
            progress(7)
        }
        try await withGroup(of: [follower]) { try await until { logged.count == 2 } }
        #expect(logged.first?.hasPrefix("warning ") == true)
        #expect(logged.last == "notice resumed [follower]")
        #expect(loggedPositions == [nil, "7"])
    }

    @Test
    func `a failed disk ends the group with its error`() async throws {
        store.failEveryRead()
        let error = await #expect(throws: EventStoreError.self) {
            try await ServiceGroup(services: [service(runner())], logger: .silent).run()
        }
        #expect(error?.code == .inputOutput)
    }

    @Test
    func `a closed store ends the group with its error`() async throws {
        let group = ServiceGroup(services: [service(runner()), service(store.runner())], logger: .silent)
        try await store.happen()
        async let running: Void = group.run()
        try await until { try models.noted() == [1] }
        await store.close()
        do {
            try await running
            Issue.record("it ended without an error")
        } catch let error as EventStoreError {
            #expect(error.code == .closed)
        }
    }

    @Test
    func `services are named after their followers`() {
        let names = ServiceGroupConfiguration(services: [service(runner()), service(store.runner())], logger: .silent)
            .services.map(\.serviceName)
        #expect(names == ["projection notes", "process answering"])
    }

    @Test
    func `duplicate names of projections or process managers are rejected when a group is built`() throws {
        let logger = Logger.silent
        let services = try FollowerService.services(for: [runner(), store.runner()], logger: logger)
        #expect(services.map(\.description) == ["projection notes", "process answering"])
        for followers in [
            [runner(), runner(NoteProjection(schemaVersion: 2))], [store.runner(), runner(), store.runner()],
        ]
            as [[any LogFollower]]
        {
            let error = #expect(throws: EventStoreError.self) {
                try FollowerService.services(for: followers, logger: logger)
            }
            #expect(error?.code == .invalidArgument)
            #expect(error?.message.contains(followers[0].label) == true)
        }
    }

    @Test
    func `another projection's read model is left alone, and other services continue`() async throws {
        try await store.happen()
        try models.write("notes") { [checkpoint = try await store.checkpoint(at: 1)] writer in
            let other = ProjectionDefinition(query: .all, tables: [])
            try writer.setState(ReadModelState(schemaVersion: 1, checkpoint: checkpoint, definition: other))
        }
        try await withGroup(of: [runner(), store.runner()]) { try await until { !logged.isEmpty } }
        #expect(logged.count == 1)
        #expect(logged.first?.hasPrefix("error read model") == true)
        #expect(logged.first?.contains("its query matches all events, this program's only some") == true)
        #expect(try models.noted().isEmpty)
    }
}

/// Counts the reports of a projection that is behind and applies nothing.
private final class Looks: ProjectionObserver {
    private let positions = Mutex<[Position]>([])

    var halted: [Position] { positions.withLock { $0 } }

    func applied(_ progress: ProjectionProgress) {
        guard progress.events == 0, progress.lag > 0 else { return }
        positions.withLock { $0.append(progress.position) }
    }

    func halted(_ projection: String, by halt: ProjectionHalt) {}
}

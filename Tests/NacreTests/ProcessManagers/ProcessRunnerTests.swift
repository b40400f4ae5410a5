import DomainKit
import Nacre
import NacreTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(25)))
struct ProcessRunnerTests {
    private let store = InMemoryEventStore()

    private func runner(_ manager: ReplyProcess = ReplyProcess()) -> ProcessRunner {
        ProcessRunner(manager: manager, store: store, checkpointInterval: 5)
    }

    @Test
    func `an effect and the record of its event are one commit`() async throws {
        try await store.ask(2)
        #expect(try await runner().catchUp() == 2)
        let events = try await store.readLog(.forward(after: 2)).collect()
        #expect(events.map(\.type) == ["Answered", "CheckpointReached", "Answered", "CheckpointReached"])
        #expect(events.map(\.isLastOfCommit) == [false, true, false, true])
        #expect(events.map(\.stream) == ["answers", "$process-answering", "answers", "$process-answering"])
        #expect(try await store.answers() == ["1", "2"])
        #expect(try await runner().status() == ProcessStatus(name: "answering", position: 2, head: 6))
    }

    @Test
    func `an effect has the event as its cause and inherits its correlation`() async throws {
        var asked = EventData(type: "Asked", data: [])
        try asked.add(EventContext(correlationID: "request-7", causationID: nil, actor: "ada"))
        try await store.append([asked], to: "questions")
        try await EventContext.with(actor: "another actor") { _ = try await runner().catchUp() }
        let cause = try await store.event(at: 1)
        let answer = try await store.event(at: 2).context
        #expect(answer.correlationID == "request-7" && answer.actor == "ada")
        #expect(answer.causationID == cause.id.description)
    }

    @Test
    func `an event is handled once, however often the process runs`() async throws {
        try await store.ask(3)
        try await runner().catchUp()
        try await store.ask(2, from: 4)
        for _ in 0..<3 { try await runner().catchUp() }
        #expect(try await store.answers() == ["1", "2", "3", "4", "5"])
    }

    @Test
    func `many concurrent runners have each effect once`() async throws {
        try await store.ask(60)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { _ = try await runner().catchUp() } }
            try await group.waitForAll()
        }
        #expect(try await store.answers() == (1...60).map(String.init))
    }

    @Test
    func `a runner overtaken between deciding and appending continues at the other's position`()
        async throws
    {
        try await store.ask(3)
        let appends = Tally()
        let overtaken = InterruptedStore(base: store) { moment in
            if moment == .beforeAppend, appends.add() == 1 { try await runner().catchUp() }
        }
        try await ProcessRunner(manager: ReplyProcess(), store: overtaken).catchUp()
        #expect(try await store.answers() == ["1", "2", "3"])
        #expect(appends.count == 1)
    }

    @Test(arguments: [true, false])
    func `an effect with unknown outcome happens once`(isWritten: Bool) async throws {
        try await store.ask(3)
        let faulty = FaultyEventStore(store)
        let runner = ProcessRunner(manager: ReplyProcess(), store: faulty)
        faulty.failAppend(2, with: .unknown(isWritten: isWritten))
        let error = await #expect(throws: EventStoreError.self) { try await runner.catchUp() }
        #expect(error?.outcome == .unknown)
        #expect(try await store.answers().count == (isWritten ? 2 : 1))
        faulty.reopen()
        try await runner.catchUp()
        #expect(try await store.answers() == ["1", "2", "3"])
    }

    @Test
    func `a process advances exactly as far as the log is shown, and is settled then`() async throws {
        try await store.ask(3)
        let paced = PacedEventStore(store)
        let runner = ProcessRunner(manager: ReplyProcess(), store: paced)
        try await paced.show(upTo: 1)
        #expect(try await runner.catchUp() == 1)
        #expect(try await store.answers() == ["1"])
        let following = Task { try await runner.run() }
        try await paced.show(upTo: 2)
        try await paced.settled()
        #expect(try await store.answers() == ["1", "2"])
        try await paced.showAll()
        try await paced.settled()
        #expect(try await store.answers() == ["1", "2", "3"])
        following.cancel()
        await #expect(throws: CancellationError.self) { try await following.value }
    }

    @Test
    func `events without effects are recorded at intervals, and read again until then`() async throws {
        let looks = Tally()
        let silent = ReplyProcess { _ in
            looks.add()
            return nil
        }
        try await store.ask(4)
        try await runner(silent).catchUp()
        #expect(try await store.notes() == [])
        try await runner(silent).catchUp()
        #expect(looks.count == 8)
        try await store.ask(3, from: 5)
        try await runner(silent).catchUp()
        #expect(try await store.notes() == ["CheckpointReached"])
        #expect(try await runner().status().position == 5)
        #expect(looks.count == 15)
        try await runner(silent).catchUp()
        #expect(looks.count == 17)
    }

    @Test
    func `a decision based on changed state is made again`() async throws {
        try await store.ask(1)
        let attempts = Tally()
        let decided = ReplyProcess { event in
            let version = try await store.version(of: "answers")
            if attempts.add() == 1 {
                try await store.append([EventData(type: "Answered", data: [48])], to: "answers")
            }
            return Commit(
                [EventData(type: "Answered", data: event.data)], to: "answers", expecting: .exact(version))
        }
        try await runner(decided).catchUp()
        #expect(try await store.answers() == ["0", "1"])
        #expect(attempts.count == 2)
    }

    @Test
    func `the store's own events are not shown to processes`() async throws {
        try await store.ask(1)
        let seen = Mutex<[EventType]>([])
        for name in ["one", "two", "one", "two"] {
            var manager = ReplyProcess { event in
                seen.withLock { $0.append(event.type) }
                return event.type == "Asked" ? ReplyProcess.answer(to: event) : nil
            }
            manager.name = name
            manager.query = .all
            try await runner(manager).catchUp()
        }
        #expect(seen.withLock { !$0.contains("CheckpointReached") && $0.contains("Answered") })
        #expect(try await store.answers() == ["1", "1"])
    }

    @Test
    func `in another store with the same log, the process continues at its position`() async throws {
        try await store.ask(3)
        try await runner().catchUp()
        let other = InMemoryEventStore()
        try await other.append([EventData(type: "Earlier", data: [])], to: "before")
        for try await event in store.readLog() {
            let data = EventData(
                id: event.id, type: event.type, schema: event.schema, time: event.time, tags: event.tags,
                data: event.data, metadata: event.metadata)
            try await other.append([data], to: event.stream, as: .system)
        }
        try await other.ask(1, from: 4)
        try await ProcessRunner(manager: ReplyProcess(), store: other).catchUp()
        #expect(try await other.answers() == ["1", "2", "3", "4"])
    }

    @Test
    func `following the log handles new events until the task is cancelled`() async throws {
        try await store.ask(2)
        let (positions, continuation) = AsyncStream.makeStream(of: Position.self)
        let following = Task { try await runner().run { continuation.yield($0) } }
        var seen = positions.makeAsyncIterator()
        #expect(await seen.next() == 1)
        #expect(await seen.next() == 2)
        try await store.ask(1, from: 3)
        #expect(await seen.next() == 7)
        following.cancel()
        await #expect(throws: CancellationError.self) { try await following.value }
        #expect(try await store.answers() == ["1", "2", "3"])
        #expect(try await runner().status().halt == nil)
    }

    @Test
    func `a follower that is overtaken continues at the other's position`() async throws {
        try await store.ask(2)
        let appends = Tally()
        let overtaken = InterruptedStore(base: store) { moment in
            guard moment == .beforeAppend, appends.add() == 1 else { return }
            try await runner().catchUp()
            try await store.ask(1, from: 3)
        }
        let (positions, continuation) = AsyncStream.makeStream(of: Position.self)
        let following = Task {
            try await ProcessRunner(manager: ReplyProcess(), store: overtaken).run { continuation.yield($0) }
        }
        var seen = positions.makeAsyncIterator()
        #expect(await seen.next() == 7)
        following.cancel()
        await #expect(throws: CancellationError.self) { try await following.value }
        #expect(try await store.answers() == ["1", "2", "3"])
    }

    @Test
    func `a follower waits and retries while a write lock is held too long`()
        async throws
    {
        try await store.ask(1)
        let (clock, appends) = (NotedClock(), Tally())
        let locked = InterruptedStore(base: store) { moment in
            guard moment == .beforeAppend, appends.add() <= 2 else { return }
            throw EventStoreError(.locked, "it is locked", outcome: .notWritten)
        }
        let (positions, continuation) = AsyncStream.makeStream(of: Position.self)
        let following = Task {
            try await ProcessRunner(manager: ReplyProcess(), store: locked, clock: clock).run { continuation.yield($0) }
        }
        var seen = positions.makeAsyncIterator()
        #expect(await seen.next() == 1)
        following.cancel()
        await #expect(throws: CancellationError.self) { try await following.value }
        #expect(clock.slept.filter { $0 > .milliseconds(50) }.count == 2)
        #expect(try await store.answers() == ["1"])
    }

    @Test(arguments: ["", String(repeating: "n", count: 65)])
    func `a name beyond the limit is rejected`(name: String) async throws {
        try await store.ask(1)
        let error = await #expect(throws: EventStoreError.self) { try await runner(ReplyProcess(name: name)).catchUp() }
        #expect(error?.code == .invalidArgument)
        #expect(try await store.head() == 1)
    }
}

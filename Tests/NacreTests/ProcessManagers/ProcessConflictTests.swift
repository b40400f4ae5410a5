import DomainKit
import Nacre
import NacreTesting
import Testing

@Suite(.timeLimit(.minutes(25)))
struct ProcessConflictTests {
    private let store = InMemoryEventStore()

    private func runner(_ manager: ReplyProcess, attempts: Int = ConflictRetry.defaultAttempts) -> ProcessRunner {
        ProcessRunner(manager: manager, store: store, retrying: ConflictRetry(attempts: attempts))
    }

    /// Answers with a given expectation on the stream of answers.
    private func answering(_ asked: Tally, expecting: @escaping @Sendable () async throws -> Nacre.Expectation)
        -> ReplyProcess
    {
        ReplyProcess { event in
            asked.add()
            return Commit(
                [EventData(type: "Answered", data: event.data)], to: "answers", expecting: try await expecting())
        }
    }

    @Test(arguments: [1, 2, 100])
    func `a reaction that conflicts again on unchanged state halts the process at the second attempt`(
        attempts: Int
    ) async throws {
        try await store.ask(2)
        let asked = Tally()
        let manager = answering(asked) { .exact(7) }
        let error = await #expect(throws: EventStoreError.self) {
            try await runner(manager, attempts: attempts).catchUp()
        }
        #expect(error?.code == .processHalted)
        #expect(error?.position == 1)
        #expect((error?.cause as? EventStoreError)?.code == .conflict)
        #expect(asked.count == 2)
        let halt = try #require(try await runner(manager).status().halt)
        #expect(halt.position == 1)
        #expect(
            halt.reason.contains("it conflicts again on unchanged state: expected answers at version 7"),
            "\(halt.reason)")
        await #expect(throws: EventStoreError.self) { try await runner(manager).catchUp() }
        #expect(asked.count == 2)
    }

    @Test
    func `a process halted by a conflict resumes after a retry or a skip`() async throws {
        try await store.ask(3)
        let wrong = answering(Tally()) { .exact(7) }
        await #expect(throws: EventStoreError.self) { try await runner(wrong).catchUp() }
        try await runner(ReplyProcess { $0.position == 1 ? ReplyProcess.answer(to: $0) : nil }).retry()
        await #expect(throws: EventStoreError.self) { try await runner(wrong).catchUp() }
        try await runner(ReplyProcess()).skip(2, reason: "answered by telephone")
        #expect(try await store.answers() == ["1", "3"])
    }

    @Test(arguments: [Nacre.Expectation.noStream, .exact(1)])
    func `an expectation that the version has passed halts the process in the end, even if the stream advances`(
        expectation: Nacre.Expectation
    ) async throws {
        try await store.ask(1)
        try await store.append([EventData(type: "Answered", data: [48])], to: "answers")
        let asked = Tally()
        let manager = answering(asked) { [store] in
            try await store.append([EventData(type: "Answered", data: [48])], to: "answers")
            return expectation
        }
        let error = await #expect(throws: EventStoreError.self) { try await runner(manager).catchUp() }
        #expect(error?.code == .processHalted)
        #expect(asked.count == 6)
        let reason = try #require(try await runner(manager).status().halt).reason
        #expect(reason.contains("6 times in a row it expected a version that the stream has passed"), "\(reason)")
        #expect(!reason.contains("unchanged"), "\(reason)")
    }

    @Test
    func `a reaction based on a lagging read model succeeds once that has caught up`() async throws {
        try await store.ask(1)
        let asked = Tally()
        let manager = answering(asked) { [store] in
            try await store.append([EventData(type: "Answered", data: [48])], to: "answers")
            // The model lags while the stream advances, for as many attempts as are tolerated.
            return .exact(asked.count < 6 ? 0 : try await store.version(of: "answers"))
        }
        try await runner(manager).catchUp()
        #expect(asked.count == 6)
        #expect(try await store.answers() == ["0", "0", "0", "0", "0", "0", "1"])
    }

    @Test
    func `a condition that fails again at the same event halts the process`() async throws {
        try await store.ask(1)
        let manager = ReplyProcess { event in
            var commit = ReplyProcess.answer(to: event)
            commit.conditions = [AppendCondition(failIfEventsMatch: .types("Asked"), after: 0)]
            return commit
        }
        let error = await #expect(throws: EventStoreError.self) { try await runner(manager).catchUp() }
        #expect(error?.code == .processHalted)
    }

    @Test
    func `a domain conflict that repeats itself halts the process`() async throws {
        try await store.ask(1)
        let manager = ReplyProcess { _ in throw ConcurrencyConflict(stream: "answers", expected: 1, actual: 0) }
        let error = await #expect(throws: EventStoreError.self) { try await runner(manager).catchUp() }
        #expect(error?.code == .processHalted)
        #expect(error?.cause is ConcurrencyConflict)
    }

    @Test
    func `conflicts on changing state throw and do not halt the process`() async throws {
        try await store.ask(1)
        let asked = Tally()
        let overtaken = answering(asked) { [store] in
            let version = try await store.version(of: "answers")
            try await store.append([EventData(type: "Answered", data: [48])], to: "answers")
            return .exact(version)
        }
        let error = await #expect(throws: EventStoreError.self) { try await runner(overtaken, attempts: 4).catchUp() }
        #expect(error?.code == .conflict)
        #expect(asked.count == 4)
        #expect(try await runner(overtaken).status().halt == nil)
        try await runner(ReplyProcess()).catchUp()
        #expect(try await store.answers() == ["0", "0", "0", "0", "1"])
    }
}

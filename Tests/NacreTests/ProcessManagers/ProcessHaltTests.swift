import DomainKit
import Nacre
import NacreTesting
import Synchronization
import Testing

@Suite
struct ProcessHaltTests {
    private let store = InMemoryEventStore()
    private let time = ManualTimeSource(Instant(nanosecondsSince1970: 7_000_000_000, decimals: 9))

    private func runner(_ manager: ReplyProcess = ReplyProcess()) -> ProcessRunner {
        ProcessRunner(manager: manager, store: store, time: time)
    }

    /// Cannot answer the question at position 2.
    private func stuck(_ asked: Tally = Tally()) -> ReplyProcess {
        ReplyProcess { event in
            asked.add()
            if event.position == 2 { throw CannotAnswer() }
            return ReplyProcess.answer(to: event)
        }
    }

    @Test
    func `an event that cannot be handled halts the process after all earlier events were handled`()
        async throws
    {
        try await store.ask(3)
        let error = await #expect(throws: EventStoreError.self) { try await runner(stuck()).catchUp() }
        #expect(error?.code == .processHalted)
        #expect(error?.position == 2)
        #expect(error?.cause is CannotAnswer)
        #expect(error?.halted == "answering")
        #expect(try await store.answers() == ["1"])
        let status = try await runner().status()
        #expect(status.position == 1)
        let halt = try #require(status.halt)
        #expect(halt.position == 2 && halt.since == time.now())
        #expect(halt.eventID == (try await store.event(at: 2).id))
        #expect(halt.reason == #"it cannot handle "Asked" of stream "questions": there is no answer"#)
        #expect(error?.message.contains(halt.reason) == true)
    }

    @Test
    func `an undecodable event is named once`() async throws {
        try await store.ask(1)
        let manager = ReplyProcess { throw EventDecodingError(.missingField, #"it has no field "text""#, in: $0) }
        let error = await #expect(throws: EventStoreError.self) { try await runner(manager).catchUp() }
        let reason = #"it cannot handle "Asked" of stream "questions": it has no field "text""#
        #expect(try await runner().status().halt?.reason == reason)
        #expect(error?.message.contains("\(reason): fix the process manager") == true, "\(String(describing: error))")
    }

    @Test
    func `the reason contains the whole decoding error of another event`() async throws {
        try await store.ask(2)
        let other = EventDecodingError(.malformed, "it is no JSON", in: try await store.event(at: 1))
        let manager = ReplyProcess { event in
            if event.position == 2 { throw other }
            return nil
        }
        await #expect(throws: EventStoreError.self) { try await runner(manager).catchUp() }
        let reason = try await runner().status().halt?.reason
        #expect(reason == #"it cannot handle "Asked" of stream "questions": \#(other)"#)
    }

    @Test
    func `a halted process handles no event, in any program`() async throws {
        try await store.ask(3)
        let asked = Tally()
        for _ in 0..<3 {
            let error = await #expect(throws: EventStoreError.self) { try await runner(stuck(asked)).catchUp() }
            #expect(error?.code == .processHalted)
        }
        await #expect(throws: EventStoreError.self) { try await runner(stuck(asked)).run() }
        #expect(asked.count == 2)
        #expect(try await store.notes() == ["CheckpointReached", "ProcessHalted"])
    }

    @Test
    func `a repaired process resumes after a retry`() async throws {
        try await store.ask(3)
        await #expect(throws: EventStoreError.self) { try await runner(stuck()).catchUp() }
        await #expect(throws: EventStoreError.self) { try await runner(stuck()).retry() }
        #expect(try await runner().status().halt?.position == 2)
        try await runner().retry()
        #expect(try await store.answers() == ["1", "2", "3"])
        #expect(try await runner().status().halt == nil)
        try await runner().retry()
        #expect(try await store.answers() == ["1", "2", "3"])
    }

    @Test
    func `an event is skipped permanently, with a reason in the log`() async throws {
        try await store.ask(3)
        await #expect(throws: EventStoreError.self) { try await runner(stuck()).catchUp() }
        try await runner(stuck()).skip(2, reason: "asked by mistake")
        try await runner().catchUp()
        #expect(try await store.answers() == ["1", "3"])
        let notes = try await store.read(ProcessJournal.stream(of: "answering")).collect()
        let skip = try #require(notes.first { $0.type == "PositionSkipped" })
        #expect(String(decoding: skip.data, as: UTF8.self).contains(#""reason":"asked by mistake""#))
    }

    @Test
    func `a disk failure is not the event's fault and halts nothing`() async throws {
        try await store.ask(1)
        let failing = ReplyProcess { _ in throw EventStoreError(.inputOutput, "the disk has failed") }
        let error = await #expect(throws: EventStoreError.self) { try await runner(failing).catchUp() }
        #expect(error?.code == .inputOutput)
        #expect(try await store.notes() == [])
    }

    @Test
    func `a task cancelled during a decision halts nothing`() async throws {
        try await store.ask(1)
        let cancelled = ReplyProcess { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            throw CannotAnswer()
        }
        await #expect(throws: CancellationError.self) {
            try await Task { try await runner(cancelled).catchUp() }.value
        }
        #expect(try await store.notes() == [])
    }

    @Test(arguments: [0, 1])
    func `a task that is already cancelled handles nothing`(events: Int) async throws {
        if events > 0 { try await store.ask(events) }
        let looks = Tally()
        let looking = ReplyProcess { _ in
            looks.add()
            return nil
        }
        await #expect(throws: CancellationError.self) {
            try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await runner(looking).catchUp()
            }.value
        }
        #expect(looks.count == 0)
    }

    @Test
    func `a commit that cannot be appended halts the process, and the reason says why`() async throws {
        typealias Case = (
            reason: String, code: EventStoreError.Code, commit: @Sendable (RecordedEvent) -> Commit
        )
        let commits: [Case] = [
            (
                "carry no ids", .invalidArgument,
                { Commit([EventData(id: .random(), type: "Answered", data: $0.data)], to: "answers") }
            ),
            (
                "is reserved", .reservedStream,
                { Commit([EventData(type: "Answered", data: $0.data)], to: "$process-other") }
            ),
            ("type", .invalidArgument, { Commit([EventData(type: "", data: $0.data)], to: "answers") }),
        ]
        try await store.ask(1)
        for (index, (reason, code, commit)) in commits.enumerated() {
            let manager = ReplyProcess(name: "manager-\(index)", body: commit)
            let error = await #expect(throws: EventStoreError.self) { try await runner(manager).catchUp() }
            #expect(error?.code == .processHalted)
            #expect((error?.cause as? EventStoreError)?.code == code)
            let halt = try #require(try await runner(manager).status().halt)
            #expect(halt.position == 1)
            #expect(halt.reason.contains(reason), "\(halt.reason)")
        }
        #expect(try await store.answers() == [])
    }

    @Test
    func `failing on an event that another runner has handled meanwhile does not halt the process`()
        async throws
    {
        try await store.ask(2)
        let overtaken = ReplyProcess { event in
            if event.position == 1 {
                try await runner().catchUp()
                throw CannotAnswer()
            }
            return ReplyProcess.answer(to: event)
        }
        try await runner(overtaken).catchUp()
        #expect(try await store.answers() == ["1", "2"])
        #expect(try await runner().status().halt == nil)
    }
}

import DomainKit
import Nacre
import NacreTesting
import Testing

@Suite
struct ProcessJournalTests {
    private let store = InMemoryEventStore()
    private let time = ManualTimeSource(Instant(nanosecondsSince1970: 7_000_000_000, decimals: 9))

    private var journal: ProcessJournal { ProcessJournal(of: "answering", in: store, time: time) }

    private func runner(_ manager: ReplyProcess = ReplyProcess()) -> ProcessRunner {
        ProcessRunner(manager: manager, store: store)
    }

    private func halt() async throws {
        try await store.ask(3)
        let stuck = ReplyProcess { event in
            if event.position == 2 { throw CannotAnswer() }
            return ReplyProcess.answer(to: event)
        }
        await #expect(throws: EventStoreError.self) { try await runner(stuck).catchUp() }
    }

    @Test
    func `a journal exists for the stream of a process, and for no other`() {
        #expect(ProcessJournal("$process-packing-heavy", in: store)?.name == "packing-heavy")
        for stream: StreamName in ["$process-", "$process", "$projection-items", "process-packing", "$processes-x"] {
            #expect(ProcessJournal(stream, in: store)?.name == nil)
        }
        #expect(journal.stream == "$process-answering")
    }

    @Test
    func `a journal and a runner report the same status`() async throws {
        #expect(try await journal.status() == ProcessStatus(name: "answering", position: 0, head: 0))
        try await halt()
        #expect(try await journal.status() == runner().status())
        #expect(try await journal.status().halt?.position == 2)
    }

    @Test
    func `a lifted halt is retried by any program that runs the process`() async throws {
        try await halt()
        for _ in 0..<2 { try await journal.retry() }
        #expect(try await journal.status().halt == nil)
        #expect(try await store.answers() == ["1"])
        #expect(try await store.notes() == ["CheckpointReached", "ProcessHalted", "ProcessRetried"])
        #expect(try await store.read(journal.stream).collect().last?.time == time.now())
        try await runner().catchUp()
        #expect(try await store.answers() == ["1", "2", "3"])
    }

    @Test
    func `a retry lifts the halt although another record comes first`() async throws {
        try await halt()
        let faulty = FaultyEventStore(store)
        let gate = faulty.holdAppend(to: journal.stream)
        async let retried: Void = ProcessJournal(of: "answering", in: faulty, time: time).retry()
        try await gate.reached()
        try await journal.skip(3, reason: "asked by mistake")
        gate.open()
        try await retried
        #expect(try await journal.status().halt == nil)
        #expect(try await store.notes().suffix(2) == ["SkipPlanned", "ProcessRetried"])
    }

    @Test
    func `a skipped position is passed over by any program that runs the process`() async throws {
        try await halt()
        try await journal.skip(2, reason: "asked by mistake")
        #expect(try await journal.status().position == 2)
        try await runner().catchUp()
        #expect(try await store.answers() == ["1", "3"])
    }
}

import DomainKit
import Nacre
import NacreTesting
import Testing

@Suite
struct ProcessSkipTests {
    private let store = InMemoryEventStore()
    private let time = ManualTimeSource(Instant(nanosecondsSince1970: 7_000_000_000, decimals: 9))

    private var journal: ProcessJournal { ProcessJournal(of: "answering", in: store, time: time) }

    private func runner(_ manager: ReplyProcess = ReplyProcess()) -> ProcessRunner {
        ProcessRunner(manager: manager, store: store, time: time)
    }

    /// Cannot answer the question at position 2.
    private var stuck: ReplyProcess {
        ReplyProcess { event in
            if event.position == 2 { throw CannotAnswer() }
            return ReplyProcess.answer(to: event)
        }
    }

    @Test
    func `a position can be skipped before the process reaches it, with a reason`() async throws {
        try await store.ask(4)
        try await journal.skip(3, reason: "asked by mistake")
        let status = try await journal.status()
        #expect(status.halt == nil && status.position == 0)
        let skip = ProcessSkip(
            position: 3, eventID: try await store.event(at: 3).id, reason: "asked by mistake", time: time.now())
        #expect(status.skips == [skip])
        try await runner().catchUp()
        #expect(try await store.answers() == ["1", "2", "4"])
        #expect(try await journal.status().skips == [])
        let planned = try #require(try await store.read(journal.stream).collect().first { $0.type == "SkipPlanned" })
        #expect(String(decoding: planned.data, as: UTF8.self).contains(#""reason":"asked by mistake""#))
    }

    @Test
    func `skipping another position leaves a halted process halted`() async throws {
        try await store.ask(4)
        await #expect(throws: EventStoreError.self) { try await runner(stuck).catchUp() }
        let error = await #expect(throws: EventStoreError.self) { try await runner(stuck).skip(4, reason: "later") }
        #expect(error?.code == .processHalted && error?.position == 2)
        let status = try await journal.status()
        #expect(status.halt?.position == 2 && status.position == 1)
        #expect(status.skips.map(\.position) == [4])
        try await runner(stuck).skip(2, reason: "now")
        #expect(try await store.answers() == ["1", "3"])
    }

    @Test
    func `a skip survives the checkpoints before it`() async throws {
        try await store.ask(1)
        try await runner().catchUp()
        try await store.ask(3, from: 2)
        let last = try await store.head()
        try await journal.skip(last, reason: "asked by mistake")
        let paced = PacedEventStore(store)
        try await paced.show(upTo: last - 1)
        try await ProcessRunner(manager: ReplyProcess(), store: paced).catchUp()
        #expect(try await store.answers() == ["1", "2", "3"])
        #expect(try await journal.status().skips.map(\.position) == [last])
        try await runner().catchUp()
        #expect(try await store.answers() == ["1", "2", "3"])
        #expect(try await journal.status().position >= last)
    }

    @Test
    func `a running process passes over a position that is skipped meanwhile`() async throws {
        try await store.ask(3)
        let manager = ReplyProcess { [journal] event in
            if event.position == 2 {
                try await journal.skip(2, reason: "decided meanwhile")
                try await journal.skip(3, reason: "decided meanwhile")
            }
            return ReplyProcess.answer(to: event)
        }
        try await runner(manager).catchUp()
        #expect(try await store.answers() == ["1"])
    }

    @Test
    func `a position that cannot be skipped is rejected, and nothing is written`() async throws {
        try await store.ask(3)
        await #expect(throws: EventStoreError.self) { try await runner(stuck).catchUp() }
        let head = try await store.head()
        let refusals: [(Position, String, EventStoreError.Code)] = [
            (1, "it is dealt with", .invalidArgument), (0, "it is none", .noSuchPosition),
            (head + 1, "it is not there", .noSuchPosition), (2, "", .invalidArgument), (3, "", .invalidArgument),
            (3, String(repeating: "x", count: 1_025), .invalidArgument),
        ]
        for (position, reason, code) in refusals {
            let error = await #expect(throws: EventStoreError.self, "\(position)") {
                try await journal.skip(position, reason: reason)
            }
            #expect(error?.code == code, "\(position)")
        }
        #expect(try await store.head() == head)
    }

    @Test
    func `skipping a position twice is recorded once`() async throws {
        try await store.ask(2)
        for _ in 0..<2 { try await journal.skip(2, reason: "asked by mistake") }
        #expect(try await store.notes() == ["SkipPlanned"])
    }

    @Test
    func `a skip does not affect another process whose name has the same prefix`() async throws {
        try await store.ask(2)
        try await ProcessJournal(of: "answering-too", in: store).skip(2, reason: "asked of another")
        try await runner().catchUp()
        #expect(try await store.answers() == ["1", "2"])
    }
}

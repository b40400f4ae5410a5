import DomainKit
import Nacre
import NacreTesting
import Synchronization
import Testing

@Suite
struct ProcessForeignRecordTests {
    private let store = InMemoryEventStore()
    private let told = Told()

    private func runner(_ manager: ReplyProcess = ReplyProcess()) -> ProcessRunner {
        ProcessRunner(manager: manager, store: store) { [told] in told.add($0) }
    }

    /// Foreign records that may be in a process's stream, from an import or from a program before stores rejected them.
    static let foreign: [EventData] = [
        EventData(type: "Noted", data: [UInt8]("{}".utf8)),
        EventData(type: "CheckpointReached", data: []),
        EventData(type: "CheckpointReached", data: [UInt8]("{}".utf8)),
        EventData(type: "CheckpointReached", data: [0xFF, 0]),
        EventData(type: "CheckpointReached", data: [UInt8](#"{"eventId":"nonsense","position":1}"#.utf8)),
        checkpoint("CheckpointReached", position: "-1"),
        checkpoint("CheckpointReached", position: "99999999999999999999"),
        checkpoint("CheckpointReached", position: "1"),
        checkpoint("ProcessRetried", position: "1"),
        checkpoint("ProcessHalted", position: "1"),
        checkpoint("PositionSkipped", position: #"1,"reason":"no event has this id""#),
        checkpoint("SkipPlanned", position: #"1,"reason":"no event has this id""#),
        EventData(type: "ProcessHalted", schema: 9, data: [UInt8]("[]".utf8)),
    ]

    private static func checkpoint(_ type: EventType, position: String) -> EventData {
        let data = #"{"eventId":"00000000-0000-4000-8000-000000000000","position":\#(position)}"#
        return EventData(type: type, data: [UInt8](data.utf8))
    }

    private func plant(_ event: EventData) async throws {
        try await store.append([event], to: ProcessJournal.stream(of: "answering"), as: .system)
    }

    @Test(arguments: foreign)
    func `a foreign record is skipped with a notice, and every operation continues`(event: EventData) async throws {
        try await store.ask(2)
        try await runner().catchUp()
        let position = try await runner().status().position
        try await plant(event)
        #expect(try await runner().status().position == position)
        try await store.ask(3, from: 3)
        let last = try await store.head()
        let stuck = ReplyProcess { event in
            if event.position == last - 1 { throw CannotAnswer() }
            return ReplyProcess.answer(to: event)
        }
        let error = await #expect(throws: EventStoreError.self) { try await runner(stuck).catchUp() }
        #expect(error?.code == .processHalted)
        try await plant(event)
        #expect(try await runner().status().halt?.position == last - 1)
        await #expect(throws: EventStoreError.self) { try await runner(stuck).retry() }
        try await plant(event)
        try await runner(stuck).skip(last - 1, reason: "there is no answer")
        try await plant(event)
        try await runner().catchUp()
        #expect(try await store.answers() == ["1", "2", "3", "5"])
        let records = try #require(told.all.first)
        #expect(records.stream == "$process-answering" && records.count == 1)
        #expect(records.description.contains(#"a foreign record in stream "$process-answering" is skipped"#))
        #expect(!records.reason.isEmpty)
    }

    @Test
    func `foreign records before the process's own records are skipped`() async throws {
        for event in Self.foreign { try await plant(event) }
        try await store.ask(2)
        try await runner().catchUp()
        try await runner().catchUp()
        #expect(try await store.answers() == ["1", "2"])
    }

    @Test
    func `a runner reports each foreign record once`() async throws {
        try await store.ask(1)
        let runner = runner(ReplyProcess { _ in nil })
        for event in Self.foreign.prefix(2) { try await plant(event) }
        for _ in 0..<3 { try await runner.catchUp() }
        try await plant(Self.foreign[2])
        for _ in 0..<3 { try await runner.catchUp() }
        #expect(told.all.map(\.count) == [2, 1])
        #expect(told.all.map(\.position) == [3, 4])
    }

    @Test
    func `a record about an event after itself is foreign`() async throws {
        let id = EventID.random()
        try await plant(
            EventData(type: "CheckpointReached", data: [UInt8](#"{"eventId":"\#(id)","position":2}"#.utf8)))
        try await store.append([EventData(id: id, type: "Asked", data: [49])], to: "questions")
        try await runner().catchUp()
        #expect(try await store.answers() == ["1"])
    }

    @Test
    func `a foreign record appended during a decision advances the version, and the effect happens once`()
        async throws
    {
        try await store.ask(2)
        let planted = Tally()
        let manager = ReplyProcess { event in
            if planted.add() <= 2 { try await plant(Self.foreign[2]) }
            return ReplyProcess.answer(to: event)
        }
        try await runner(manager).catchUp()
        #expect(try await store.answers() == ["1", "2"])
    }
}

/// Collects the notices of foreign records.
private final class Told: Sendable {
    private let records = Mutex<[ForeignRecords]>([])
    var all: [ForeignRecords] { records.withLock { $0 } }
    func add(_ news: ForeignRecords) { records.withLock { $0.append(news) } }
}

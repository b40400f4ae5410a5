import Nacre
import Testing

@Suite
struct ProjectionForeignRecordTests {
    private let store = InMemoryEventStore()
    private let models = InMemoryReadModelStore()
    private let notices = Notices()

    private func runner(poison: Set<EventType> = ["Poison"]) -> ProjectionRunner {
        var projection = CountingProjection(query: .categories("a"))
        projection.poison = poison
        return ProjectionRunner(
            projection: projection, store: store, models: models, notice: { [notices] in notices.add($0) })
    }

    static let foreign: [EventData] = [
        EventData(type: "Noted", data: [UInt8]("{}".utf8)),
        EventData(type: "PositionSkipped", data: []),
        EventData(
            type: "PositionSkipped", data: [UInt8](#"{"eventId":"x","position":3,"reason":"r","schemaVersion":1}"#.utf8)
        ),
        EventData(
            type: "PositionSkipped", schema: 2,
            data: [UInt8](
                #"{"eventId":"00000000-0000-4000-8000-000000000000","position":3,"reason":"r","schemaVersion":1}"#.utf8)
        ),
    ]

    @Test(arguments: foreign)
    func `a foreign record is skipped with a notice, and every operation continues`(event: EventData) async throws {
        let stream = ProjectionSkip.stream(of: "counts")
        try await store.happen(2)
        try await store.append([event], to: stream, as: .system)
        try await store.happen(1, "Poison")
        let error = await #expect(throws: EventStoreError.self) { try await runner().catchUp() }
        #expect(error?.code == .projectionHalted)
        await #expect(throws: EventStoreError.self) { try await runner().retry() }
        try await runner().skip(4, reason: "poisonous")
        #expect(try await runner().skips().map(\.position) == [4])
        #expect(try await runner().status().halt == nil)
        #expect(try models.counts() == ["a-1": 2])
        guard case .foreignRecords(let records) = notices.all.first?.reason else {
            Issue.record("no notice: \(notices.all)")
            return
        }
        #expect(records.stream == stream && records.count == 1 && records.position == 3)
        #expect(
            notices.all.first?.description.contains("a foreign record in stream \"$projection-counts\" is skipped")
                == true)
    }

    @Test
    func `a runner reports foreign records once`() async throws {
        for event in Self.foreign {
            try await store.append([event], to: ProjectionSkip.stream(of: "counts"), as: .system)
        }
        let runner = runner()
        for _ in 0..<3 {
            try await store.happen(1)
            try await runner.catchUp()
        }
        #expect(notices.all.count == 1)
    }
}

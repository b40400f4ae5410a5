import Nacre
import Synchronization
import Testing

@Suite
struct LogInspectionTests {
    private let store = InMemoryEventStore()

    private func fill() async throws {
        for (stream, count) in [("item-1", 2), ("profile-1", 1), ("item-2", 1), ("item-1", 1)] as [(StreamName, Int)] {
            try await store.append((0..<count).map { _ in EventData(type: "Happened", data: []) }, to: stream)
        }
    }

    @Test(arguments: [(nil, 3), ("item", 2), ("profile", 1), ("nothing", 0)] as [(String?, Int)])
    func `streams are listed with their versions and positions`(category: String?, count: Int) async throws {
        try await fill()
        let found = Mutex<[StreamSummary]>([])
        try await LogInspection(of: store).forEachStream(in: category) { stream in found.withLock { $0.append(stream) }
        }
        let streams = found.withLock { $0 }
        #expect(streams.count == count)
        if category != "profile", count > 0 {
            #expect(
                streams.contains(StreamSummary(stream: "item-1", version: 3, firstPosition: 1, lastPosition: 5)))
        }
    }

    @Test
    func `an intact log is verified to its head`() async throws {
        try await fill()
        let reached = Mutex<Position>(0)
        let summary = try await LogInspection(of: store).verify(
            progress: { position, _ in reached.withLock { $0 = position } },
            finding: { Issue.record("\($0)") })
        #expect(summary == VerificationSummary(events: 5, blocks: 0, streams: 3, findings: 0))
        #expect(reached.withLock { $0 } == 5)
        #expect(try await LogInspection(of: store).statistics().head == 5)
    }
}

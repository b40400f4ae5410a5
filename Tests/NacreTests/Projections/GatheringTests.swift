import Testing

@testable import Nacre

@Suite struct GatheringTests {
    private let store = InMemoryEventStore()

    private func runner(isPartitionedByStream: Bool) -> ProjectionRunner {
        var projection = CountingProjection()
        projection.isPartitionedByStream = isPartitionedByStream
        return ProjectionRunner(projection: projection, store: store, models: InMemoryReadModelStore())
    }

    private func parts(isPartitionedByStream: Bool, upTo end: Position) -> (parts: Int, end: Position?) {
        var range = BatchRange(state: nil, tables: .live, skipped: [], kept: [])
        runner(isPartitionedByStream: isPartitionedByStream).divide(&range, upTo: end)
        return (range.parts, range.end)
    }

    @Test func `a long run is divided where the projection allows it, and ends at one position for both threads`() {
        #expect(parts(isPartitionedByStream: true, upTo: 8_192) == (2, 8_192))
        #expect(parts(isPartitionedByStream: true, upTo: 8_191) == (1, nil))
        #expect(parts(isPartitionedByStream: false, upTo: 1_000_000) == (1, nil))
    }

    @Test func `the run ends at an event that cannot be applied or at the end of a part, whichever is first`()
        async throws
    {
        try await store.happen()
        let event = try await store.event(at: 1)
        let unapplied = ProjectionRunner.Gathering.unapplied(
            .init(event: event, cause: CancellationError()), after: 10, generation: nil)
        for (end, isCut) in [(Position(9), true), (10, false), (11, false)] {
            let cut = ProjectionRunner.Gathering.cut(at: end)
            for joined in [unapplied.joined(with: cut), cut.joined(with: unapplied)] {
                switch joined {
                case .cut(let position): #expect(isCut && position == end)
                case .unapplied(_, let whole, _): #expect(!isCut && whole == 10)
                default: Issue.record("\(joined)")
                }
            }
        }
    }
}

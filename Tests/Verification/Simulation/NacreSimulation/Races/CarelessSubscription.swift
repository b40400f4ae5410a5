import Nacre
import NacreTesting

/// Planted: a source that waits for a commit after the time of its read, not after the position that it read.
struct CarelessSubscription: SubscriptionSource {
    let store: SimulatedEventStore
    let world: SimulationWorld
    let query: Query
    var position: Position

    mutating func nextBatch() async throws -> SubscriptionBatch {
        let events = try await store.readLog(.forward(after: position), matching: .all, limit: nil).collect()
        position = events.last?.position ?? position
        return SubscriptionBatch(events: events.filter(query.matches), position: position, isAtHead: true)
    }

    func waitForEvents(after position: Position) async throws {
        let head = try await store.head()
        for try await message in store.subscribe(after: head) {
            if case .event = message { return }
        }
    }
}

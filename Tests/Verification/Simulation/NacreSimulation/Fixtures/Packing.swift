import Nacre

/// Packs a parcel for every order, on a shelf that other processes change too.
struct Packing: ProcessManager {
    static let ordered: EventType = "Ordered"
    static let packed: EventType = "Packed"
    static let shelf: StreamName = "shelf-1"

    let name = "packing"
    let query = Query.types(ordered)
    let store: any EventStore

    func react(to event: RecordedEvent) async throws -> Commit? {
        guard event.data[0] > 0 else { return nil }
        let version = try await store.version(of: Self.shelf)
        return Commit(
            [EventData(type: Self.packed, data: event.data)], to: Self.shelf, expecting: .exact(version))
    }

    /// The numbers of the orders and of the parcels, in log order.
    static func numbers(of type: EventType, in log: InMemoryEventStore) throws -> [UInt8] {
        try log.recorded().filter { $0.type == type && $0.data[0] > 0 }.map { $0.data[0] }
    }
}

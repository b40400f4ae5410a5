import DomainKit
import FeatureTesting
import ItemsDomain
import ItemsInfrastructure
import Nacre
import NacreTesting
import Testing

@Suite
struct ItemSnapshotTests {
    private let codec = ItemSnapshotCodec()

    @Test(arguments: [
        Item.none, .present(name: "", isCompleted: false), .present(name: "caf\u{E9}", isCompleted: true),
        .deleted(name: "cafe\u{301}", isCompleted: false), .deleted(name: "Buy milk", isCompleted: true),
        .present(name: "Buy milk", isCompleted: true, owner: .sample),
        .deleted(name: "", isCompleted: false, owner: .sample), .erased,
    ])
    func `a state survives a round trip`(state: Item) throws {
        let bytes = try codec.encode(state)
        #expect(try codec.decode(bytes) == state)
        for count in bytes.indices {
            #expect(throws: EventStoreError.self) { try codec.decode(Array(bytes[..<count])) }
        }
        #expect(throws: EventStoreError.self) { try codec.decode(bytes + [0]) }
    }

    @Test(arguments: [
        (Item.present(name: "a", isCompleted: false), [1, 1, 97] as [UInt8]),
        (.present(name: "a", isCompleted: true), [5, 1, 97]), (.deleted(name: "", isCompleted: true), [6, 0]),
        (.none, [0]),
    ])
    func `a state without an owner has the bytes of snapshots from before items had owners`(
        state: Item, bytes: [UInt8]
    ) throws {
        // Those of schema 1 may be of programs that pass the restoring of an item over: they are not used.
        #expect(codec.schema == 2)
        #expect(try codec.encode(state) == bytes)
        #expect(try codec.decode(bytes) == state)
    }

    @Test(arguments: [4, 7, 8, 9, 12, 16, 255] as [UInt8])
    func `bytes that are not a state are rejected`(kind: UInt8) {
        #expect(throws: EventStoreError.self) { try codec.decode([kind, 0]) }
        #expect(throws: EventStoreError.self) { try codec.decode([kind]) }
    }

    @Test(.timeLimit(.minutes(25)), arguments: ItemBehaviours.all)
    func `items with a snapshot after every event keep the repository's rules`(_ behaviour: Behaviour<ItemStores>)
        async throws
    {
        let store = InMemoryEventStore()
        let models = InMemoryReadModelStore()
        let time = ManualTimeSource()
        let snapshots = Snapshots("item", in: models, codec: codec, every: 1) { stream, error in
            Issue.record("\(stream): \(error)")
        }
        try await behaviour.verify(
            on: ItemStores(
                repository: EventSourcedItemRepository(store: store, time: time).withSnapshots(snapshots),
                queries: ProjectedItems(
                    in: models,
                    updatedBy: ProjectionRunner(projection: ItemsProjection(), store: store, models: models)),
                changes: LogChanges(of: store, matching: ItemsProjection().query), time: time))
    }
}

import DomainKit
import FeatureTesting
import Foundation
import ItemsDomain
import ItemsInfrastructure
import Nacre
import NacreTesting
import Testing

@Suite
struct ItemSealingTests {
    private let vault = TestVault()
    private let store = InMemoryEventStore()
    private let models = InMemoryReadModelStore()
    private let person = PersonID(high: ItemOwner.sample.high, low: ItemOwner.sample.low)

    private func repository(_ sealing: (any PersonalDataSealing)?) -> EventSourcedItemRepository {
        EventSourcedItemRepository(store: store, time: ManualTimeSource(), sealing: sealing)
    }

    private func queries(_ sealing: (any PersonalDataSealing)?) -> ProjectedItems {
        ProjectedItems(
            in: models, updatedBy: ProjectionRunner(projection: ItemsProjection(), store: store, models: models),
            sealing: sealing)
    }

    /// Creates and renames an item of the owner, and one of the operator.
    private func fill() async throws -> (own: ItemID, operators: ItemID) {
        let ids = (own: ItemID(high: 1, low: 1), operators: ItemID(high: 1, low: 2))
        let repository = repository(vault)
        _ = try await repository.save([.created(name: "Buy milk", owner: .sample)], for: ids.own, expecting: 0)
        _ = try await repository.save([.renamed(name: "Buy bread")], for: ids.own, expecting: 1)
        _ = try await repository.save(
            [.created(name: "Open"), .renamed(name: "Opened")], for: ids.operators, expecting: 0)
        return ids
    }

    @Test
    func `names of owned items are sealed when created and when renamed, and read in clear`() async throws {
        let ids = try await fill()
        let events = try await store.readLog().collect()
        #expect(events.map(\.schema) == [3, 2, 1, 1])
        #expect(!events.prefix(2).contains { String(decoding: $0.data, as: UTF8.self).contains("Buy") })
        #expect(
            try await repository(vault).load(ids.own).state
                == .present(name: "Buy bread", isCompleted: false, owner: .sample))
        #expect(try await queries(vault).item(ids.own)?.name == "Buy bread")
        #expect(
            try await repository(vault).history(of: ids.own).map(\.event) == [
                .created(name: "Buy milk", owner: .sample), .renamed(name: "Buy bread"),
            ])
        #expect(try await queries(vault).item(ids.operators)?.name == "Opened")
    }

    @Test
    func `after the key is erased, the items read as erased and others are as before`() async throws {
        let ids = try await fill()
        _ = try await queries(vault).item(ids.own)
        vault.erase(person)
        #expect(try await repository(vault).load(ids.own) == Versioned(state: .erased, version: 2))
        #expect(try await repository(vault).history(of: ids.own).isEmpty)
        #expect(try await queries(vault).item(ids.own) == nil)
        let page = try await queries(vault).items(after: nil, limit: 9, includingDeleted: true)
        #expect(page.elements.map(\.id) == [ids.operators])
        let own = try await queries(vault).items(of: .sample, after: nil, limit: 9, includingDeleted: true)
        #expect(own.elements.isEmpty)
    }

    @Test
    func `sealed events stay readable, and read as erased after the erasure`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/items-schema-3.ndjson")
        let lines = Array(try Data(contentsOf: file))
        let codec = ItemEventCodec(sealing: vault)
        #expect(
            try EventCodecConformance.read(ndjson: lines, by: codec) == [
                .created(name: "Buy milk", owner: .sample), .renamed(name: "Caf\u{E9} 🦪"),
                .renamed(name: "In clear"), .completed,
            ])
        vault.erase(person)
        #expect(
            try EventCodecConformance.read(ndjson: lines, by: codec) == [
                .erased, .erased, .renamed(name: "In clear"), .completed,
            ])
    }

    @Test
    func `nothing of an erased owner is written in clear`() async throws {
        let ids = try await fill()
        vault.erase(person)
        await #expect(throws: ItemError.self) {
            try await repository(vault).save([.renamed(name: "Late")], for: ids.own, expecting: 2)
        }
        await #expect(throws: PersonalDataError.self) {
            try await repository(vault).save(
                [.created(name: "Late", owner: .sample)], for: ItemID(high: 1, low: 3), expecting: 0)
        }
        #expect(try await store.head() == 4)
    }

    @Test
    func `without the keys, sealed names are refused and not shown as something else`() async throws {
        let ids = try await fill()
        let error = await #expect(throws: EventDecodingError.self) { try await repository(nil).load(ids.own) }
        #expect(error?.code == .sealed)
        await #expect(throws: PersonalDataError.self) { try await queries(nil).item(ids.own) }
        #expect(try await queries(nil).item(ids.operators)?.name == "Opened")
    }

    @Test(arguments: [
        Item.present(name: "Buy milk", isCompleted: true, owner: .sample),
        .deleted(name: "Buy milk", isCompleted: false, owner: .sample),
    ])
    func `a snapshot of an owned item is sealed, and reads as erased after the erasure`(state: Item) throws {
        let codec = ItemSnapshotCodec(sealing: vault)
        let bytes = try codec.encode(state)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("milk"))
        #expect(try codec.decode(bytes) == state)
        vault.erase(person)
        #expect(try codec.decode(bytes) == .erased)
    }
}

import DomainKit
import ItemsDomain
import NacreTesting
import Testing

@Suite
struct ItemUseCaseTests {
    /// A read model that has applied nothing yet.
    private struct BlindQueries: ItemQueries {
        func item(_ id: ItemID) -> ItemDetails? { nil }

        func items(after cursor: PageCursor?, limit: Int, includingDeleted: Bool) -> Page<ItemDetails> {
            Page(elements: [], next: nil)
        }

        func items(
            of owner: ItemOwner, after cursor: PageCursor?, limit: Int, includingDeleted: Bool
        ) -> Page<ItemDetails> {
            Page(elements: [], next: nil)
        }
    }

    @Test
    func `a new item gets its identity from the generator`() async throws {
        let ids = SequentialIDGenerator()
        let items = InMemoryItemRepository(time: ManualTimeSource())
        let create: any ItemCreating = CreateItem(repository: items, queries: items, ids: ids)
        #expect(try await create(name: "one").id == ItemID(ids.id(1)))
    }

    @Test(arguments: [0, 1001])
    func `a page limit outside the range is rejected`(limit: Int) async {
        let items = InMemoryItemRepository(time: ManualTimeSource())
        let fetchAll: any ItemListing = FetchItems(queries: items)
        let error = await #expect(throws: ValidationError.self) { try await fetchAll(limit: limit) }
        #expect(error?.failures.map(\.field) == ["limit"])
    }

    @Test
    func `a saved item missing from the read model is an error, not an empty answer`() async {
        let items = InMemoryItemRepository(time: ManualTimeSource())
        let create = CreateItem(repository: items, queries: BlindQueries(), ids: RandomIDGenerator())
        let error = await #expect(throws: ItemError.self) { try await create(name: "one") }
        #expect(error?.code == .notShown)
        #expect(error?.version == 1)
    }

    @Test
    func `a failed read after saving reports the saved item and the cause`() async {
        struct Broken: Error, Equatable {}
        struct BrokenQueries: ItemQueries {
            func item(_ id: ItemID) throws -> ItemDetails? { throw Broken() }
            func items(after cursor: PageCursor?, limit: Int, includingDeleted: Bool) throws -> Page<ItemDetails> {
                throw Broken()
            }
            func items(
                of owner: ItemOwner, after cursor: PageCursor?, limit: Int, includingDeleted: Bool
            ) throws -> Page<ItemDetails> {
                throw Broken()
            }
        }
        let items = InMemoryItemRepository(time: ManualTimeSource())
        let create = CreateItem(repository: items, queries: BrokenQueries(), ids: RandomIDGenerator())
        let error = await #expect(throws: ItemError.self) { try await create(name: "one") }
        #expect(error?.code == .notShown)
        #expect(error?.version == 1)
        #expect(error?.cause is Broken)
        #expect(error?.message.contains("recorded at version 1") == true)
    }
}

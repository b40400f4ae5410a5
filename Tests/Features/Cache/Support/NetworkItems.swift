import DomainKit
import ItemsDomain

extension ItemStorage {
    /// The storage behind a network.
    func behind(_ network: TestNetwork) -> ItemStorage {
        ItemStorage(
            repository: NetworkItemRepository(base: repository, network: network),
            queries: NetworkItemQueries(base: queries, network: network),
            changes: NetworkChanges(base: changes, network: network))
    }
}

private struct NetworkItemRepository: ItemRepository {
    let base: any ItemRepository
    let network: TestNetwork

    func load(_ id: ItemID) async throws -> Versioned<Item> {
        try await network.pass()
        return try await base.load(id)
    }

    func save(_ events: [ItemEvent], for id: ItemID, expecting version: UInt64) async throws -> UInt64 {
        try await network.pass()
        return try await base.save(events, for: id, expecting: version)
    }

    func history(of id: ItemID) async throws -> [ItemHistoryEntry] {
        try await network.pass()
        return try await base.history(of: id)
    }
}

private struct NetworkItemQueries: ItemQueries {
    let base: any ItemQueries
    let network: TestNetwork

    func item(_ id: ItemID) async throws -> ItemDetails? {
        try await network.pass()
        return try await base.item(id)
    }

    func items(after cursor: PageCursor?, limit: Int, includingDeleted: Bool) async throws -> Page<ItemDetails> {
        try await network.pass()
        return try await base.items(after: cursor, limit: limit, includingDeleted: includingDeleted)
    }

    func items(
        of owner: ItemOwner, after cursor: PageCursor?, limit: Int, includingDeleted: Bool
    ) async throws -> Page<ItemDetails> {
        try await network.pass()
        return try await base.items(of: owner, after: cursor, limit: limit, includingDeleted: includingDeleted)
    }
}

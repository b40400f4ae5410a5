import DomainKit
import ItemsDomain
import Synchronization

/// Queries of items that do not answer while they are blocked, until their task is cancelled.
final class BlockedItemQueries: ItemQueries {
    private struct State {
        var blocked = 0
        var waiting = 0
    }

    private let base: any ItemQueries
    private let state = Mutex(State())

    init(_ base: any ItemQueries) {
        self.base = base
    }

    /// Blocks the next queries.
    func block(_ count: Int) { state.withLock { $0.blocked = count } }

    /// Returns once a query is blocked.
    func waitForQuery() async throws {
        while state.withLock({ $0.waiting == 0 }) { try await Task.sleep(for: .milliseconds(1)) }
    }

    private func pass() async throws {
        let isBlocked = state.withLock { state in
            guard state.blocked > 0 else { return false }
            state.blocked -= 1
            state.waiting += 1
            return true
        }
        guard isBlocked else { return }
        defer { state.withLock { $0.waiting -= 1 } }
        try await Task.sleep(for: .seconds(3_600))
    }

    func item(_ id: ItemID) async throws -> ItemDetails? {
        try await pass()
        return try await base.item(id)
    }

    func items(after cursor: PageCursor?, limit: Int, includingDeleted: Bool) async throws -> Page<ItemDetails> {
        try await pass()
        return try await base.items(after: cursor, limit: limit, includingDeleted: includingDeleted)
    }

    func items(
        of owner: ItemOwner, after cursor: PageCursor?, limit: Int, includingDeleted: Bool
    ) async throws -> Page<ItemDetails> {
        try await pass()
        return try await base.items(of: owner, after: cursor, limit: limit, includingDeleted: includingDeleted)
    }
}

extension ItemStorage {
    /// Items in memory whose queries can be blocked.
    static func blocked() -> (ItemStorage, BlockedItemQueries) {
        let storage = inMemory()
        let queries = BlockedItemQueries(storage.queries)
        return (ItemStorage(repository: storage.repository, queries: queries, changes: storage.changes), queries)
    }
}

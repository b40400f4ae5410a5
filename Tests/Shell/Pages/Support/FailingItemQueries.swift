import AuthDomain
import DomainKit
import ItemsDomain
import Nacre
import NacreRuntime
import Shell
import Synchronization
import Testing

/// A read model of items that fails while a test says so.
final class FailingItemQueries: ItemQueries {
    /// Why it fails.
    struct Failure: Error, CustomStringConvertible {
        let description = "the read model cannot be read: try again"
    }

    private let queries: any ItemQueries
    private let state = Mutex((isFailing: false, failures: 0))

    init(_ queries: any ItemQueries) {
        self.queries = queries
    }

    /// How many queries failed.
    var failures: Int { state.withLock { $0.failures } }

    /// Lets queries fail, or succeed again.
    func fail(_ isFailing: Bool = true) {
        state.withLock { $0.isFailing = isFailing }
    }

    /// Lets queries fail from a change on, which is recorded, and cannot be shown.
    func hiding(_ change: () async throws -> Void) async {
        fail()
        await #expect(throws: ItemError.self) { try await change() }
    }

    func item(_ id: ItemID) async throws -> ItemDetails? {
        try check()
        return try await queries.item(id)
    }

    func items(after cursor: PageCursor?, limit: Int, includingDeleted: Bool) async throws -> Page<ItemDetails> {
        try check()
        return try await queries.items(after: cursor, limit: limit, includingDeleted: includingDeleted)
    }

    func items(
        of owner: ItemOwner, after cursor: PageCursor?, limit: Int, includingDeleted: Bool
    ) async throws -> Page<ItemDetails> {
        try check()
        return try await queries.items(
            of: owner, after: cursor, limit: limit, includingDeleted: includingDeleted)
    }

    private func check() throws {
        try state.withLock { state in
            guard state.isFailing else { return }
            state.failures += 1
            throw Failure()
        }
    }
}

extension PageServer {
    /// Runs a server whose items can fail while a test runs.
    static func run(
        failingItems test: @escaping @Sendable (PageServer, FailingItemQueries) async throws -> Void
    ) async throws {
        let items = ItemStorage.inMemory()
        let queries = FailingItemQueries(items.queries)
        let storage = ItemStorage(repository: items.repository, queries: queries, changes: items.changes)
        let application = try await Application.open(.inMemory, options: .init(itemStorage: storage))
        do {
            try await run(on: application, secrets: InMemorySecretStore()) { try await test($0, queries) }
        } catch {
            await application.close()
            throw error
        }
        await application.close()
    }
}

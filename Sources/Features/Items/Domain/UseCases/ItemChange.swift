import DomainKit

/// What all use cases that change an item have in common: decide, save, and show the item as it is then.
struct ItemChange: Sendable {
    let repository: any ItemRepository
    let queries: any ItemQueries
    let retry: ConflictRetry

    func apply(_ command: ItemCommand, to id: ItemID) async throws -> ItemDetails {
        let version: UInt64
        do {
            version = try await repository.execute(command, on: id, retrying: retry)
        } catch let error as ItemError {
            throw error.about(id)
        }
        do {
            if let details = try await queries.item(id) { return details }
        } catch {
            // Not the failure of what was wanted, which is recorded: who took it for that would ask for it twice.
            throw ItemError(code: .notShown, id: id, version: version, cause: error)
        }
        throw ItemError(code: .notShown, id: id, version: version)
    }
}

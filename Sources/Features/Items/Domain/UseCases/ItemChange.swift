import DomainKit

/// What all use cases that change an item have in common: decide, save, and show the item as it is then.
struct ItemChange: Sendable {
    let repository: any ItemRepository
    let queries: any ItemQueries
    let retry: ConflictRetry

    func apply(_ command: ItemCommand, to id: ItemID) async throws -> ItemDetails {
        do {
            try await repository.execute(command, on: id, retrying: retry)
        } catch let error as ItemError {
            throw error.about(id)
        }
        guard let details = try await queries.item(id) else { throw ItemError(code: .notShown, id: id) }
        return details
    }
}

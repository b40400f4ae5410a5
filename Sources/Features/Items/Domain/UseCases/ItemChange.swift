import DomainKit

/// The common part of use cases that change an item: decide, save, and return the item from the read model.
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
            // The change is recorded; an error that hid this would make callers repeat it.
            throw ItemError(code: .notShown, id: id, version: version, cause: error)
        }
        throw ItemError(code: .notShown, id: id, version: version)
    }
}

import DomainKit

/// The common part of use cases that change an item: decide, save, and return the item.
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
        return try await details(of: id, recordedAt: version)
    }

    /// Decides commands on an item at a version, and records their events in one commit.
    func apply(_ commands: [ItemCommand], to id: ItemID, expecting version: UInt64) async throws -> ItemDetails {
        let loaded = try await repository.load(id)
        guard loaded.version == version else {
            throw ConcurrencyConflict(stream: "item-\(id)", expected: version, actual: loaded.version)
        }
        let recorded: UInt64
        do {
            var (state, events) = (loaded.state, [ItemEvent]())
            for command in commands {
                let decided = try ItemDecider.decide(command, state)
                state = ItemDecider.replay(decided, from: state)
                events += decided
            }
            recorded = try await repository.save(events, for: id, expecting: version)
        } catch let error as ItemError {
            throw error.about(id)
        }
        return try await details(of: id, recordedAt: recorded)
    }

    private func details(of id: ItemID, recordedAt version: UInt64) async throws -> ItemDetails {
        do {
            if let details = try await repository.details(of: id, at: version) { return details }
            if let details = try await queries.item(id) { return details }
        } catch {
            // The change is recorded; an error that hid this would make callers repeat it.
            throw ItemError(code: .notShown, id: id, version: version, cause: error)
        }
        throw ItemError(code: .notShown, id: id, version: version)
    }
}

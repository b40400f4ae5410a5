import DomainKit
import FeatureCache
import ItemsDomain

/// A remote repository whose changes outdate cached answers.
///
/// Decisions are made on the server's state: loading does not use the cache.
struct CachedItemRepository: ItemRepository {
    let base: any ItemRepository
    let answers: CachedAnswers<ItemAnswer>

    func load(_ id: ItemID) async throws -> Versioned<Item> {
        try await base.load(id)
    }

    func save(_ events: [ItemEvent], for id: ItemID, expecting version: UInt64) async throws -> UInt64 {
        try await answers.change(outdating: AnswerKey.areOutdated(byChangeOf: id)) {
            try await base.save(events, for: id, expecting: version)
        }
    }

    func history(of id: ItemID) async throws -> [ItemHistoryEntry] {
        try await base.history(of: id)
    }

    func execute(_ command: ItemCommand, on id: ItemID, retrying retry: ConflictRetry) async throws -> UInt64 {
        try await answers.change(outdating: AnswerKey.areOutdated(byChangeOf: id)) {
            try await base.execute(command, on: id, retrying: retry)
        }
    }
}

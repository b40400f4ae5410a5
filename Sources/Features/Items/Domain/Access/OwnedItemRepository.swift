import DomainKit

/// The repository of the items of one owner.
///
/// An item of another owner is in the initial state at version 0. Its id alone cannot be hidden, because it cannot be
/// used again: creating an item with it is refused with `alreadyExists`, without the item's state or version. Items
/// that are created belong to the owner.
struct OwnedItemRepository: ItemRepository {
    let owner: ItemOwner
    let base: any ItemRepository

    func load(_ id: ItemID) async throws -> Versioned<Item> {
        let loaded = try await base.load(id)
        return isVisible(loaded.state) ? loaded : Versioned(state: ItemDecider.initialState, version: 0)
    }

    func save(_ events: [ItemEvent], for id: ItemID, expecting version: UInt64) async throws -> UInt64 {
        try await requireVisible(id, expecting: version)
        return try await saveVisible(events, for: id, expecting: version)
    }

    func execute(_ command: ItemCommand, on id: ItemID, retrying retry: ConflictRetry) async throws -> UInt64 {
        try await retry {
            // The owner of an item never changes, so one load is enough for both decisions.
            let loaded = try await base.load(id)
            guard isVisible(loaded.state) else { throw refusal(of: command) }
            let events = try ItemDecider.decide(command, loaded.state)
            guard !events.isEmpty else { return loaded.version }
            return try await saveVisible(events, for: id, expecting: loaded.version)
        }
    }

    func details(of id: ItemID, at version: UInt64) async throws -> ItemDetails? {
        guard let details = try await base.details(of: id, at: version), details.owner == owner else { return nil }
        return details
    }

    /// The history of an item; empty for an item of another owner, as for one that was never created.
    func history(of id: ItemID) async throws -> [ItemHistoryEntry] {
        let history = try await base.history(of: id)
        // The owner of what was read: another one may create the item at any time.
        for case .created(_, let owner) in history.lazy.map(\.event) { return owner == self.owner ? history : [] }
        return []
    }

    private func saveVisible(_ events: [ItemEvent], for id: ItemID, expecting version: UInt64) async throws -> UInt64 {
        do {
            return try await base.save(events.map { $0.creating(for: owner) }, for: id, expecting: version)
        } catch let error where error.isConflict {
            // Another owner may have created the item meanwhile, and the conflict names its version.
            try await requireVisible(id, expecting: version)
            throw error
        }
    }

    /// Why a command on an item of another owner is refused: as for an item that does not exist, except for creation.
    private func refusal(of command: ItemCommand) -> ItemError {
        guard case .create = command else { return ItemError(code: .notFound) }
        return ItemError(code: .alreadyExists)
    }

    private func requireVisible(_ id: ItemID, expecting version: UInt64) async throws {
        guard !isVisible(try await base.load(id).state) else { return }
        guard version > 0 else { throw ItemError(code: .alreadyExists, id: id) }
        throw ConcurrencyConflict(stream: "item-\(id)", expected: version, actual: 0)
    }

    private func isVisible(_ item: Item) -> Bool {
        switch item {
        case .none: true
        case .erased: false
        case .present(_, _, let owner), .deleted(_, _, let owner): owner == self.owner
        }
    }
}

extension ItemEvent {
    /// The same event, with the owner of the item if it creates one.
    fileprivate func creating(for owner: ItemOwner) -> ItemEvent {
        guard case .created(let name, _) = self else { return self }
        return .created(name: name, owner: owner)
    }
}

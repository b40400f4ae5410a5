public import DomainKit
public import FeatureAPI
public import ItemsDomain

/// Items at a server.
///
/// Loading shows an item to decide on; saving sends the changes that the events stand for, with the version that they
/// were decided on. The server decides them again, and records them in one commit.
public struct RemoteItemRepository: ItemRepository {
    // API-12: A remote repository sends what its events stand for, and the server decides again.

    private let client: APIClient
    private let scope: ItemScope

    /// Creates a repository.
    ///
    /// - Parameters:
    ///   - client: The client of the server.
    ///   - scope: The items.
    public init(_ client: APIClient, scope: ItemScope) {
        self.client = client
        self.scope = scope
    }

    /// Fetches an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its state and version; the initial state and version 0 if the server shows no such item.
    /// - Throws: `ItemError` `networkUnreachable`, `sessionExpired` or `serverError`.
    public func load(_ id: ItemID) async throws -> Versioned<Item> {
        guard let details = try await client.item(id, in: scope) else {
            return Versioned(state: ItemDecider.initialState, version: 0)
        }
        return Versioned(state: Item(details), version: details.version)
    }

    /// Sends the changes that events stand for.
    ///
    /// - Parameters:
    ///   - events: The events, in order, at most 100. If empty, only the version is checked.
    ///   - id: The item.
    ///   - version: The expected version: that of the state on which the events were decided.
    /// - Returns: The version afterwards.
    /// - Throws: A conflict at another version; `ItemError` if the server refuses a change, or cannot be reached.
    public func save(_ events: [ItemEvent], for id: ItemID, expecting version: UInt64) async throws -> UInt64 {
        guard !events.isEmpty else { return try await requireVersion(version, of: id) }
        // An owner's item is created among that owner's.
        var scope = scope
        if case .created(_, let owner?) = events[0] { scope = .owner(owner) }
        return try await mappingErrors(about: id, expecting: version) {
            try await client.call(
                ItemEndpoints.revise, ItemParameters(id, scope: scope), ItemChangesMessage(events),
                if: .versions([version])
            ).version
        }
    }

    /// The events of an item, in order, with their times.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its events; none if it was never created.
    /// - Throws: ``ItemError``, and errors of the API.
    public func history(of id: ItemID) async throws -> [ItemHistoryEntry] {
        guard let details = try await client.item(id, in: scope) else { return [] }
        return try await mappingErrors(about: id) {
            try await client.call(ItemEndpoints.history, ItemParameters(id, scope: scope)).history(of: details.owner)
        }
    }

    private func requireVersion(_ version: UInt64, of id: ItemID) async throws -> UInt64 {
        let actual = try await load(id).version
        guard actual == version else {
            throw ConcurrencyConflict(stream: "item-\(id)", expected: version, actual: actual)
        }
        return actual
    }
}

extension Item {
    /// The state that details show.
    init(_ details: ItemDetails) {
        let (name, isCompleted, owner) = (details.name, details.isCompleted, details.owner)
        self =
            details.isDeleted
            ? .deleted(name: name, isCompleted: isCompleted, owner: owner)
            : .present(name: name, isCompleted: isCompleted, owner: owner)
    }
}

public import DomainKit

/// An in-memory repository of items with its read model.
///
/// It fulfils both protocols, except that nothing outlives the process.
public actor InMemoryItemRepository: ItemRepository, ItemQueries {
    private struct Entry {
        var history: [ItemHistoryEntry] = []
        var details: ItemDetails?
    }

    /// Signals each change.
    public nonisolated let changes = ChangeSignal()

    private let time: any TimeSource
    private var entries: [ItemID: Entry] = [:]

    /// The created items, in order of creation: the one at index *i* has the cursor position *i* + 1.
    private var created: [ItemID] = []

    /// The indices in `created` of each owner's items, in order.
    private var owned: [ItemOwner: [Int]] = [:]

    /// Creates an empty repository.
    ///
    /// - Parameter time: The clock for event times.
    public init(time: any TimeSource) {
        self.time = time
    }

    /// Folds the events of an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its state and version.
    /// - Complexity: O(*n*) in the number of its events.
    public func load(_ id: ItemID) -> Versioned<Item> {
        let history = history(of: id)
        return Versioned(state: ItemDecider.replay(history.map(\.event)), version: UInt64(history.count))
    }

    /// The events of an item, in order, with their times.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its events; none if it was never created.
    /// - Complexity: O(1).
    public func history(of id: ItemID) -> [ItemHistoryEntry] {
        entries[id]?.history ?? []
    }

    /// Appends events of an item.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - id: The item.
    ///   - version: The expected version: that of the state on which the events were decided.
    /// - Returns: The version after the last of the events.
    /// - Throws: `ConcurrencyConflict` if the item is at another version.
    public func save(
        _ events: [ItemEvent], for id: ItemID, expecting version: UInt64
    ) throws(ConcurrencyConflict) -> UInt64 {
        var entry = entries[id] ?? Entry()
        let actual = UInt64(entry.history.count)
        guard actual == version else {
            throw ConcurrencyConflict(stream: "item-\(id)", expected: version, actual: actual)
        }
        guard !events.isEmpty else { return version }
        let now = time.now()
        let wasCreated = entry.details != nil
        for event in events {
            let version = UInt64(entry.history.count) + 1
            entry.history.append(ItemHistoryEntry(event: event, time: now, version: version))
            ItemDetails.evolve(&entry.details, event, of: id, at: now, version: version)
        }
        if !wasCreated, let details = entry.details {
            if let owner = details.owner { owned[owner, default: []].append(created.count) }
            created.append(id)
        }
        entries[id] = entry
        changes.changed()
        return UInt64(entry.history.count)
    }

    /// The details of an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its details, even if it was deleted; `nil` if it was never created.
    /// - Complexity: O(1).
    public func item(_ id: ItemID) -> ItemDetails? {
        entries[id]?.details
    }

    /// A page of items, in order of creation.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of items, at least 1.
    ///   - includingDeleted: Whether to include deleted items.
    /// - Returns: The items, and the cursor of the next page.
    /// - Complexity: O(*n*) in the number of items visited.
    public func items(after cursor: PageCursor?, limit: Int, includingDeleted: Bool) -> Page<ItemDetails> {
        let indices = created.indices.dropFirst(Int(clamping: cursor?.position ?? 0))
        return page(of: indices, after: cursor, limit: limit, includingDeleted: includingDeleted)
    }

    /// A page of the items of one owner, in order of creation.
    ///
    /// - Parameters:
    ///   - owner: The owner.
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of items, at least 1.
    ///   - includingDeleted: Whether to include deleted items.
    /// - Returns: The items, and the cursor of the next page.
    /// - Complexity: O(*n*) in the number of the owner's items.
    public func items(
        of owner: ItemOwner, after cursor: PageCursor?, limit: Int, includingDeleted: Bool
    ) -> Page<ItemDetails> {
        let start = Int(clamping: cursor?.position ?? 0)
        let indices = (owned[owner] ?? []).drop { $0 < start }
        return page(of: indices, after: cursor, limit: limit, includingDeleted: includingDeleted)
    }

    private func page(
        of indices: some Sequence<Int>, after cursor: PageCursor?, limit: Int, includingDeleted: Bool
    ) -> Page<ItemDetails> {
        var page = Page<ItemDetails>(elements: [], next: nil)
        var last = cursor
        for index in indices {
            guard let details = item(created[index]), includingDeleted || !details.isDeleted else { continue }
            guard page.elements.count < limit else {
                page.next = last
                break
            }
            page.elements.append(details)
            last = PageCursor(position: UInt64(index) + 1)
        }
        return page
    }
}

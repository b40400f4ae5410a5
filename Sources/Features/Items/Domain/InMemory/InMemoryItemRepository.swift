public import DomainKit

/// Items in memory: the histories and, kept up to date with them, the read model.
///
/// It keeps every promise of the two protocols but that of lasting longer than the process.
public actor InMemoryItemRepository: ItemRepository, ItemQueries {
    private struct Entry {
        var events: [ItemEvent] = []
        var details: ItemDetails?
    }

    /// Tells when something has happened.
    public nonisolated let changes = ChangeSignal()

    private let time: any TimeSource
    private var entries: [ItemID: Entry] = [:]

    /// The created items, in order of creation: the one at index *i* has the cursor position *i* + 1.
    private var created: [ItemID] = []

    /// Creates an empty repository.
    ///
    /// - Parameter time: What says when something happens.
    public init(time: any TimeSource) {
        self.time = time
    }

    /// Folds the events of an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its state and version.
    /// - Complexity: O(*n*) in the number of its events.
    public func load(_ id: ItemID) -> Versioned<Item> {
        let events = entries[id]?.events ?? []
        return Versioned(state: ItemDecider.replay(events), version: UInt64(events.count))
    }

    /// Records what has happened to an item.
    ///
    /// - Parameters:
    ///   - events: What has happened, in order.
    ///   - id: The item.
    ///   - version: The version at which the events were decided.
    /// - Returns: The version after the last of the events.
    /// - Throws: `ConcurrencyConflict` where the item is at another version.
    public func save(
        _ events: [ItemEvent], for id: ItemID, expecting version: UInt64
    ) throws(ConcurrencyConflict) -> UInt64 {
        var entry = entries[id] ?? Entry()
        let actual = UInt64(entry.events.count)
        guard actual == version else {
            throw ConcurrencyConflict(stream: "item-\(id)", expected: version, actual: actual)
        }
        guard !events.isEmpty else { return version }
        let now = time.now()
        let wasCreated = entry.details != nil
        for event in events {
            entry.events.append(event)
            ItemDetails.evolve(&entry.details, event, of: id, at: now, version: UInt64(entry.events.count))
        }
        if !wasCreated, entry.details != nil { created.append(id) }
        entries[id] = entry
        changes.changed()
        return UInt64(entry.events.count)
    }

    /// What is known of an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its details, also where it was deleted; `nil` where it was never created.
    /// - Complexity: O(1).
    public func item(_ id: ItemID) -> ItemDetails? {
        entries[id]?.details
    }

    /// Some of the items, in order of creation.
    ///
    /// - Parameters:
    ///   - cursor: Where to go on, from the page before; `nil` for the beginning.
    ///   - limit: How many items to return at most, from 1.
    ///   - includingDeleted: Whether deleted items are returned too.
    /// - Returns: The items, and where to go on.
    /// - Complexity: O(*n*) in the number of items looked at.
    public func items(after cursor: PageCursor?, limit: Int, includingDeleted: Bool) -> Page<ItemDetails> {
        var page = Page<ItemDetails>(elements: [], next: nil)
        var last = cursor
        for index in created.indices.dropFirst(Int(clamping: cursor?.position ?? 0)) {
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

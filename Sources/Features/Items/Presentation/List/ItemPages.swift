import DomainKit
import ItemsDomain
import PresentationKit

/// The items that a list has loaded: pages that are kept up to date, and on top of them what its own changes led to.
struct ItemPages {
    private struct Loaded {
        let request: ItemPageRequest
        var page: Page<ItemDetails>
    }

    private var loaded: [Loaded] = []

    /// Why pages could not be loaded, or are not kept up to date any more, by their index.
    private var failures: [Int: PresentedError] = [:]

    /// What the list's own changes led to, until a page shows it.
    private var recorded: [ItemID: ItemDetails] = [:]

    /// The items that a page left out while a change of them was under way: the page is newer than the change.
    private var leftOut: Set<ItemID> = []

    /// The changes under way.
    private var changes: [ItemID: ItemChange] = [:]

    /// The number of loaded pages.
    var count: Int { loaded.count }

    /// Why not all pages are loaded and up to date; `nil` while they are.
    var failure: PresentedError? { failures.min { $0.key < $1.key }?.value }

    /// Whether there are items after the loaded pages.
    var hasMore: Bool { loaded.last.map { $0.page.next != nil } ?? true }

    /// The request of the next page; `nil` if the last one is loaded.
    ///
    /// Each page is twice as large as the one before: a search through many items takes few requests.
    func next(pageSize: Int, includingDeleted: Bool) -> ItemPageRequest? {
        guard let last = loaded.last else {
            return ItemPageRequest(limit: pageSize, includingDeleted: includingDeleted)
        }
        return last.page.next.map { next in
            ItemPageRequest(
                after: next, limit: min(2 * last.request.limit, PageLimit.allowed.upperBound),
                includingDeleted: includingDeleted)
        }
    }

    /// Takes over a page.
    ///
    /// - Returns: Whether the pages after it still follow on it: where items were restored, some may lie in between.
    mutating func set(_ page: Page<ItemDetails>, at index: Int, for request: ItemPageRequest) -> Bool {
        // After the pages were removed, the first one shows that they can be loaded.
        if loaded.isEmpty { failures.removeAll() } else { failures[index] = nil }
        let entry = Loaded(request: request, page: page)
        if index < loaded.count {
            let left = Set(loaded[index].page.elements.map(\.id)).subtracting(page.elements.map(\.id))
            leftOut.formUnion(left.filter(isChanging))
            loaded[index] = entry
        } else {
            loaded.append(entry)
        }
        for details in page.elements {
            if let own = recorded[details.id], own.version <= details.version { recorded[details.id] = nil }
        }
        // The last page shows all that is recorded: what it does not show has changed since.
        if !hasMore {
            let shown = Set(loaded.flatMap { $0.page.elements.map(\.id) })
            recorded = recorded.filter { shown.contains($0.key) }
        }
        guard let next = page.next, index + 1 < loaded.count else { return true }
        return next >= loaded[index + 1].request.cursor ?? next
    }

    /// Takes over that a page could not be loaded, or is not kept up to date any more.
    mutating func fail(at index: Int, with error: PresentedError) {
        failures[index] = error
    }

    /// Forgets that the page after the loaded ones could not be loaded, before another attempt.
    mutating func retryNext() {
        if !loaded.isEmpty { failures[loaded.count] = nil }
    }

    /// Forgets the pages, and keeps what the list's own changes led to.
    mutating func removePages() {
        loaded.removeAll()
    }

    /// The items as they are shown, in order of creation, each in its newest version.
    var items: [PresentedItem] {
        // See PRES-08.
        var newest = recorded
        var listed: [ItemID] = []
        var seen: Set<ItemID> = []
        for details in loaded.flatMap(\.page.elements) {
            // Where items of a page were deleted, it reaches into the next one.
            if seen.insert(details.id).inserted { listed.append(details.id) }
            if details.version > newest[details.id]?.version ?? 0 { newest[details.id] = details }
        }
        let others = recorded.values.filter { !seen.contains($0.id) }.sorted {
            ($0.createdAt, $0.id.description) < ($1.createdAt, $1.id.description)
        }
        return (listed + others.map(\.id)).compactMap { id in
            guard var item = newest[id].map(PresentedItem.init) else { return nil }
            changes[id]?.apply(to: &item)
            return item
        }
    }

    /// Whether a change of an item is under way.
    func isChanging(_ id: ItemID) -> Bool { changes[id] != nil }

    /// Shows a change before it is recorded.
    mutating func begin(_ change: ItemChange, of id: ItemID) {
        changes[id] = change
    }

    /// Shows what is recorded in place of a change: its result, or without one what was before.
    mutating func end(_ id: ItemID, with details: ItemDetails?) {
        changes[id] = nil
        let wasLeftOut = leftOut.remove(id) != nil
        if let details, !wasLeftOut || listed(id) != nil { add(details) }
    }

    /// Shows an item that was created or changed, before a page does, unless a page shows a newer version.
    mutating func add(_ details: ItemDetails) {
        let shown = max(listed(details.id)?.version ?? 0, recorded[details.id]?.version ?? 0)
        if shown < details.version { recorded[details.id] = details }
    }

    private func listed(_ id: ItemID) -> ItemDetails? {
        loaded.lazy.flatMap(\.page.elements).filter { $0.id == id }.max { $0.version < $1.version }
    }
}

public import DomainKit

/// Observing a page of the items: as it is now, and then each time that it has changed.
///
/// `LiveValues` says what comes, what does not, and how it ends: with a `ValidationError` for a limit that is out of range.
public protocol ItemListObserving: Sendable {
    /// Observes a page of items.
    ///
    /// - Parameter input: Which items are wanted.
    /// - Returns: The items in order of creation, and where to go on.
    func callAsFunction(_ input: ItemPageRequest) -> LiveValues<Page<ItemDetails>>
}

extension ItemListObserving {
    /// Observes a page of items.
    ///
    /// - Parameters:
    ///   - cursor: Where to go on, from the page before; `nil` for the beginning.
    ///   - limit: How many items are wanted at most, from 1 to 1,000.
    ///   - includingDeleted: Whether deleted items are wanted too.
    /// - Returns: The items in order of creation, and where to go on.
    public func callAsFunction(
        after cursor: PageCursor? = nil, limit: Int = PageLimit.standard, includingDeleted: Bool = false
    ) -> LiveValues<Page<ItemDetails>> {
        self(ItemPageRequest(after: cursor, limit: limit, includingDeleted: includingDeleted))
    }
}

/// Observes a page of the items of a read model.
public struct ObserveItems: ItemListObserving {
    private let fetchAll: FetchItems
    private let changes: any ChangeFeed

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - queries: The read model.
    ///   - changes: What tells of its changes.
    public init(queries: any ItemQueries, changes: any ChangeFeed) {
        fetchAll = FetchItems(queries: queries)
        self.changes = changes
    }

    /// Observes a page of items.
    ///
    /// - Parameter input: Which items are wanted.
    /// - Returns: The items in order of creation, and where to go on.
    public func callAsFunction(_ input: ItemPageRequest) -> LiveValues<Page<ItemDetails>> {
        LiveValues(following: changes) { [fetchAll] in try await fetchAll(input) }
    }
}

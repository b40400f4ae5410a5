public import DomainKit

/// Observing a page of items: its present contents, then its contents after each change.
///
/// `LiveValues` documents which values are delivered and how observing ends. A limit out of range ends it with a
/// `ValidationError`.
public protocol ItemListObserving: Sendable {
    /// Observes a page of items.
    ///
    /// - Parameter input: The requested page.
    /// - Returns: The items in order of creation, and the cursor of the next page.
    func callAsFunction(_ input: ItemPageRequest) -> LiveValues<Page<ItemDetails>>
}

extension ItemListObserving {
    /// Observes a page of items.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of items, 1 to 1,000.
    ///   - includingDeleted: Whether to include deleted items.
    /// - Returns: The items in order of creation, and the cursor of the next page.
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
    ///   - changes: The change feed of the read model.
    public init(queries: any ItemQueries, changes: any ChangeFeed) {
        fetchAll = FetchItems(queries: queries)
        self.changes = changes
    }

    /// Observes a page of items.
    ///
    /// - Parameter input: The requested page.
    /// - Returns: The items in order of creation, and the cursor of the next page.
    public func callAsFunction(_ input: ItemPageRequest) -> LiveValues<Page<ItemDetails>> {
        LiveValues(following: changes) { [fetchAll] in try await fetchAll(input) }
    }
}

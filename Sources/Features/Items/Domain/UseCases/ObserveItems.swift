public import DomainKit

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

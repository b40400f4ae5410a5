/// The queries on items, live or as of a past moment; each use case is behind its own protocol.
public struct ItemReads: Sendable {
    /// Fetches one item.
    public let fetch: any ItemFetching

    /// Fetches all items, page by page.
    public let fetchAll: any ItemListing

    /// Creates the use cases on a read model.
    ///
    /// - Parameters:
    ///   - queries: The read model.
    ///   - access: The items that the use cases show.
    public init(queries: any ItemQueries, for access: ItemAccess) {
        let queries = queries.limited(to: access)
        fetch = FetchItem(queries: queries)
        fetchAll = FetchItems(queries: queries)
    }
}

/// What can be asked about items, each use case behind its narrow protocol: of today, or of a moment of the past.
public struct ItemReads: Sendable {
    /// Fetches one item.
    public let fetch: any ItemFetching

    /// Fetches all items, page by page.
    public let fetchAll: any ItemListing

    /// Creates the use cases on a read model.
    ///
    /// - Parameter queries: The read model.
    public init(queries: any ItemQueries) {
        fetch = FetchItem(queries: queries)
        fetchAll = FetchItems(queries: queries)
    }
}

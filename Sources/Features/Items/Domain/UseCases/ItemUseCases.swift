public import DomainKit

/// The use cases of items, each behind its own protocol.
public struct ItemUseCases: Sendable {
    /// Creates an item.
    public let create: any ItemCreating

    /// Renames an item.
    public let rename: any ItemRenaming

    /// Marks an item as completed.
    public let complete: any ItemCompleting

    /// Marks an item as not completed.
    public let reopen: any ItemReopening

    /// Deletes an item.
    public let delete: any ItemDeleting

    /// Restores a deleted item.
    public let restore: any ItemRestoring

    /// Changes an item at a version, by several commands in one commit.
    public let revise: any ItemRevising

    /// Observes one item.
    public let observe: any ItemObserving

    /// Observes a page of the items.
    public let observeAll: any ItemListObserving

    /// Fetches the history of an item.
    public let fetchHistory: any ItemHistoryFetching

    /// The queries among these use cases.
    public let reads: ItemReads

    /// Fetches one item.
    public var fetch: any ItemFetching { reads.fetch }

    /// Fetches all items, page by page.
    public var fetchAll: any ItemListing { reads.fetchAll }

    /// Creates the use cases on one storage.
    ///
    /// - Parameters:
    ///   - storage: The storage of items.
    ///   - access: The items that the use cases show and change; items created by them belong to its owner.
    ///   - ids: The generator of new items' ids.
    ///   - retry: The retry policy for conflicts.
    public init(
        in storage: ItemStorage, for access: ItemAccess, ids: any IDGenerator, retry: ConflictRetry = ConflictRetry()
    ) {
        let storage = storage.limited(to: access)
        let (repository, queries, changes) = (storage.repository, storage.queries, storage.changes)
        create = CreateItem(repository: repository, queries: queries, ids: ids, retry: retry)
        rename = RenameItem(repository: repository, queries: queries, retry: retry)
        complete = CompleteItem(repository: repository, queries: queries, retry: retry)
        reopen = ReopenItem(repository: repository, queries: queries, retry: retry)
        delete = DeleteItem(repository: repository, queries: queries, retry: retry)
        restore = RestoreItem(repository: repository, queries: queries, retry: retry)
        revise = ReviseItem(repository: repository, queries: queries)
        fetchHistory = FetchItemHistory(repository: repository)
        observe = ObserveItem(queries: storage.observedQueries, changes: changes)
        observeAll = ObserveItems(queries: storage.observedQueries, changes: changes)
        reads = ItemReads(queries: queries, for: access)
    }
}

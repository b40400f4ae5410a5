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

    /// Observes one item.
    public let observe: any ItemObserving

    /// Observes a page of the items.
    public let observeAll: any ItemListObserving

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
        observe = ObserveItem(queries: queries, changes: changes)
        observeAll = ObserveItems(queries: queries, changes: changes)
        reads = ItemReads(queries: queries, for: access)
    }
}

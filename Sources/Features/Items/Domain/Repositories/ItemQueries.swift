public import DomainKit

/// Queries on items.
///
/// Read-your-own-writes: a query sees everything saved before through the ``ItemRepository`` of the same storage.
/// Implementations wait until the read model has caught up.
public protocol ItemQueries: Sendable {
    /// The details of an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its details, even if it was deleted; `nil` if it was never created.
    /// - Throws: Errors of the read model, including that it has not reached what was saved.
    func item(_ id: ItemID) async throws -> ItemDetails?

    /// A page of all items, with and without an owner, in order of creation.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of items, at least 1.
    ///   - includingDeleted: Whether to include deleted items.
    /// - Returns: The items, and the cursor of the next page.
    /// - Throws: Errors of the read model, including that it has not reached what was saved.
    func items(after cursor: PageCursor?, limit: Int, includingDeleted: Bool) async throws -> Page<ItemDetails>

    /// A page of the items of one owner, in order of creation.
    ///
    /// - Parameters:
    ///   - owner: The owner.
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of items, at least 1.
    ///   - includingDeleted: Whether to include deleted items.
    /// - Returns: The items, and the cursor of the next page.
    /// - Throws: Errors of the read model, including that it has not reached what was saved.
    /// - Complexity: Independent of the number of other items, up to the logarithm.
    func items(
        of owner: ItemOwner, after cursor: PageCursor?, limit: Int, includingDeleted: Bool
    ) async throws -> Page<ItemDetails>
}

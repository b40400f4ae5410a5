public import DomainKit

/// What can be asked about items.
///
/// Whoever has saved something through the ``ItemRepository`` that belongs to these queries, and then asks, sees what
/// was saved: implementations wait until the read model has come that far.
public protocol ItemQueries: Sendable {
    /// What is known of an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its details, also where it was deleted; `nil` where it was never created.
    /// - Throws: Whatever the read model throws, also where it has stopped short of what was saved.
    func item(_ id: ItemID) async throws -> ItemDetails?

    /// Some of the items, in order of creation.
    ///
    /// - Parameters:
    ///   - cursor: Where to go on, from the page before; `nil` for the beginning.
    ///   - limit: How many items to return at most, from 1.
    ///   - includingDeleted: Whether deleted items are returned too.
    /// - Returns: The items, and where to go on.
    /// - Throws: Whatever the read model throws, also where it has stopped short of what was saved.
    func items(after cursor: PageCursor?, limit: Int, includingDeleted: Bool) async throws -> Page<ItemDetails>
}

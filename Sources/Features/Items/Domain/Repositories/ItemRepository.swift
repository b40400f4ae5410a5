public import DomainKit

/// The repository of items.
///
/// `Repository` documents loading and saving. Conflicts name the stream `item-` followed by the item's id.
public protocol ItemRepository: Repository where Identity == ItemID, Model == ItemDecider {
    /// The events of an item, in order, with their times.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its events; none if it was never created. Events of foreign types are left out.
    /// - Throws: Errors of the storage.
    /// - Complexity: O(*n*) in the number of its events.
    func history(of id: ItemID) async throws -> [ItemHistoryEntry]

    // FEAT-45: A change is answered from the item's own events.
    /// The details of an item at a version that was just saved, if they are at hand.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - version: The version.
    /// - Returns: The details; `nil` if the queries of the storage find them sooner.
    /// - Throws: Errors of the storage.
    func details(of id: ItemID, at version: UInt64) async throws -> ItemDetails?
}

extension ItemRepository {
    /// `nil`: the queries find them.
    public func details(of id: ItemID, at version: UInt64) async throws -> ItemDetails? { nil }
}

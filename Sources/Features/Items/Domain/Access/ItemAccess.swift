/// The items that use cases show and change.
///
/// To a user, an item of another user or of the operator is as if it did not exist.
public enum ItemAccess: Sendable, Hashable {
    // FEAT-29: Use cases are limited to an owner's items by their storage.

    /// All items, with and without an owner: for the operator and the local command line.
    ///
    /// New items have no owner.
    case all

    /// The items of one user; new items belong to that user.
    case owner(ItemOwner)
}

extension ItemStorage {
    /// The part of the storage that an access allows.
    ///
    /// - Parameter access: The items to which the storage is limited.
    /// - Returns: The same storage for all items; for an owner, a storage in which the items of others do not exist.
    public func limited(to access: ItemAccess) -> ItemStorage {
        guard case .owner(let owner) = access else { return self }
        return ItemStorage(
            repository: OwnedItemRepository(owner: owner, base: repository), queries: queries.limited(to: access),
            changes: changes(of: owner), observedQueries: observedQueries.limited(to: access))
    }
}

extension ItemQueries {
    /// The same queries on the items that an access allows.
    func limited(to access: ItemAccess) -> any ItemQueries {
        guard case .owner(let owner) = access else { return self }
        return OwnedItemQueries(owner: owner, base: self)
    }
}

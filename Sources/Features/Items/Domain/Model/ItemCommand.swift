/// The commands on an item.
public enum ItemCommand: Sendable, Hashable {
    /// Create the item, for a user or, without an owner, for the operator.
    case create(name: ItemName, owner: ItemOwner? = nil)

    /// Rename the item.
    case rename(to: ItemName)

    /// Mark the item as completed.
    case complete

    /// Mark the item as not completed.
    case reopen

    /// Delete the item.
    case delete

    /// Restore the deleted item.
    case restore
}

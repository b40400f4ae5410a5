/// The commands on an item.
public enum ItemCommand: Sendable, Hashable {
    /// Create the item.
    case create(name: ItemName)

    /// Rename the item.
    case rename(to: ItemName)

    /// Mark the item as completed.
    case complete

    /// Mark the item as not completed.
    case reopen

    /// Delete the item permanently.
    case delete
}

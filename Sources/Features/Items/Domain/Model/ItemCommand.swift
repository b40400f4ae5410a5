/// What somebody can want of an item.
public enum ItemCommand: Sendable, Hashable {
    /// Let it come to be.
    case create(name: ItemName)

    /// Give it another name.
    case rename(to: ItemName)

    /// Mark it as done.
    case complete

    /// Mark it as not done.
    case reopen

    /// Do away with it, for good.
    case delete
}

public import DomainKit

/// The events of an item.
public enum ItemEvent: DomainEvent {
    /// The item was created, for a user or, without an owner, for the operator.
    case created(name: String, owner: ItemOwner? = nil)

    /// The item was renamed.
    case renamed(name: String)

    /// The item was completed.
    case completed

    /// The item was reopened.
    case reopened

    /// The item was deleted.
    case deleted

    /// The deleted item was restored, with the name and the state that it had.
    case restored

    /// An event that named the item, and whose name was erased together with its owner's account.
    ///
    /// It is read from the log, and never decided.
    case erased
}

public import DomainKit

/// The events of an item.
public enum ItemEvent: DomainEvent {
    /// The item was created.
    case created(name: String)

    /// The item was renamed.
    case renamed(name: String)

    /// The item was completed.
    case completed

    /// The item was reopened.
    case reopened

    /// The item was deleted permanently.
    case deleted
}

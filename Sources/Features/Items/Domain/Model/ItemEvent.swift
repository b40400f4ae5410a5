public import DomainKit

/// What can happen to an item.
public enum ItemEvent: DomainEvent {
    /// The item came to be.
    case created(name: String)

    /// The item got another name.
    case renamed(name: String)

    /// The item was done.
    case completed

    /// The item was not done after all.
    case reopened

    /// The item was done away with, for good.
    case deleted
}

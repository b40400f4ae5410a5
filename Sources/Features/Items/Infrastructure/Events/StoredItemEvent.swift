public import ItemsDomain
public import Nacre
public import NacreMacros

/// The events of items as the log holds them.
///
/// | type | data |
/// |---|---|
/// | `ItemCreated`, `ItemRenamed` | `{"name": string}` |
/// | `ItemCompleted`, `ItemReopened`, `ItemDeleted` | `{}` |
@StoredEvent(of: ItemEvent.self)
public enum StoredItemEvent {
    /// The item came to be.
    case created(name: String)

    /// The item got another name.
    case renamed(name: String)

    /// The item was done, was not done after all, was done away with.
    case completed, reopened, deleted
}

extension ItemEvent: StoredEvent {
    /// The category of the streams of items.
    public static let category = "item"

    /// What turns the events of items into the log's.
    public static let codec = StoredItemEvent.Codec()
}

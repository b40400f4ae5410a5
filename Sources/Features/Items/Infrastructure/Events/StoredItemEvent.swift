public import ItemsDomain
public import Nacre
public import NacreMacros

/// The stored form of items' events.
///
/// | type | data |
/// |---|---|
/// | `ItemCreated`, `ItemRenamed` | `{"name": string}` |
/// | `ItemCompleted`, `ItemReopened`, `ItemDeleted` | `{}` |
@StoredEvent(of: ItemEvent.self)
public enum StoredItemEvent {
    /// The item was created.
    case created(name: String)

    /// The item was renamed.
    case renamed(name: String)

    /// The item was completed, reopened, deleted.
    case completed, reopened, deleted
}

extension ItemEvent: StoredEvent {
    /// The category of items' streams.
    public static let category = "item"

    /// The codec for items' events.
    public static let codec = StoredItemEvent.Codec()
}

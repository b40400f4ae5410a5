import Nacre
import NacreMacros

/// The stored form of items' events of schema 1.
///
/// | type | data |
/// |---|---|
/// | `ItemCreated`, `ItemRenamed` | `{"name": string}` |
/// | `ItemCompleted`, `ItemReopened`, `ItemDeleted`, `ItemRestored` | `{}` |
///
/// ``ItemEventCodec`` adds schema 2 of `ItemCreated`.
@StoredEvent
enum StoredItemEvent: Hashable, Sendable {
    /// The category of items' streams.
    static let category = "item"

    /// The item was created.
    case created(name: String)

    /// The item was renamed.
    case renamed(name: String)

    /// The item was completed, reopened, deleted.
    case completed, reopened, deleted, restored
}

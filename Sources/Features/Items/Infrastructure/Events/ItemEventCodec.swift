public import ItemsDomain
public import Nacre

/// Writes the events of items as the log holds them, and reads them again.
///
/// | type | data |
/// |---|---|
/// | `ItemCreated`, `ItemRenamed` | `{"name": string}` |
/// | `ItemCompleted`, `ItemReopened`, `ItemDeleted` | `{}` |
public struct ItemEventCodec: TypedEventCodec {
    /// The types of an item's events.
    public enum Kind: String, EventKind {
        /// The item came to be.
        case created = "ItemCreated"

        /// The item got another name.
        case renamed = "ItemRenamed"

        /// The item was done.
        case completed = "ItemCompleted"

        /// The item was not done after all.
        case reopened = "ItemReopened"

        /// The item was done away with.
        case deleted = "ItemDeleted"
    }

    /// The types, all of schema 1.
    public let types = EventTypes<Kind>()

    /// Creates a codec.
    public init() {}

    /// Writes an event down.
    ///
    /// - Parameter event: What has happened.
    /// - Returns: Its type and data.
    public func encode(_ event: ItemEvent) -> EventData {
        switch event {
        case .created(let name): types.event(.created) { $0.text("name", name) }
        case .renamed(let name): types.event(.renamed) { $0.text("name", name) }
        case .completed: types.event(.completed)
        case .reopened: types.event(.reopened)
        case .deleted: types.event(.deleted)
        }
    }

    /// Reads the fields of an event.
    ///
    /// - Parameters:
    ///   - kind: Its type.
    ///   - fields: What to read from.
    /// - Returns: What has happened.
    /// - Throws: `EventDecodingError` where the data is not what the type should have.
    public func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> ItemEvent {
        switch kind {
        case .created: .created(name: try fields.text("name"))
        case .renamed: .renamed(name: try fields.text("name"))
        case .completed: .completed
        case .reopened: .reopened
        case .deleted: .deleted
        }
    }
}

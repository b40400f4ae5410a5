public import ItemsDomain
public import Nacre

/// Writes the events of items as the log holds them, and reads them again.
///
/// | type | data |
/// |---|---|
/// | `ItemCreated`, `ItemRenamed` | `{"name": string}` |
/// | `ItemCompleted`, `ItemReopened`, `ItemDeleted` | `{}` |
public struct ItemEventCodec: EventCodec {
    private static let created: EventType = "ItemCreated"
    private static let renamed: EventType = "ItemRenamed"
    private static let completed: EventType = "ItemCompleted"
    private static let reopened: EventType = "ItemReopened"
    private static let deleted: EventType = "ItemDeleted"

    /// Creates a codec.
    public init() {}

    /// Writes an event down.
    ///
    /// - Parameter event: What has happened.
    /// - Returns: Its type and data.
    public func encode(_ event: ItemEvent) -> EventData {
        switch event {
        case .created(let name): EventData(type: Self.created, fields: ["name": name])
        case .renamed(let name): EventData(type: Self.renamed, fields: ["name": name])
        case .completed: EventData(type: Self.completed, fields: [:])
        case .reopened: EventData(type: Self.reopened, fields: [:])
        case .deleted: EventData(type: Self.deleted, fields: [:])
        }
    }

    /// Reads an event.
    ///
    /// - Parameter recorded: The event as the log holds it.
    /// - Returns: What has happened; `nil` where the type is none of an item's.
    /// - Throws: `EventDecodingError` where the data is not what the type should have.
    public func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> ItemEvent? {
        switch recorded.type {
        case Self.created: return .created(name: try recorded.texts(of: "name")[0])
        case Self.renamed: return .renamed(name: try recorded.texts(of: "name")[0])
        case Self.completed: return try without(fields: recorded, .completed)
        case Self.reopened: return try without(fields: recorded, .reopened)
        case Self.deleted: return try without(fields: recorded, .deleted)
        default: return nil
        }
    }

    /// An event that says everything by its type; its data is judged all the same.
    private func without(
        fields recorded: RecordedEvent, _ event: ItemEvent
    ) throws(EventDecodingError) -> ItemEvent {
        _ = try recorded.texts()
        return event
    }
}

import DomainKit
import ItemsDomain
public import Nacre

/// Keeps the read model of items: a row an item, in order of creation.
///
/// Only streams that are exactly `item-` and a UUID in lower case are items'; others of the category are passed over,
/// and so are the types of items in streams of another category.
public struct ItemsProjection: Projection {
    /// The name of the projection and of its read model.
    public static let name = "items"

    private let codec = ItemEvent.codec

    // Held here, as they are used for every event: for each use of what is static, both threads of a rebuild count references
    // at the same place in memory.
    private let items = ItemsTables.items
    private let byID = ItemsTables.byID

    /// Creates the projection.
    public init() {}

    /// The name of the projection and of its read model.
    public var name: String { Self.name }

    /// Raised whenever the rows change their meaning.
    public var schemaVersion: Int { 1 }

    /// Every event of an item's stream: those of foreign types count for its version.
    public var query: Query { .categories(ItemEvent.category) }

    /// The items, found by their id too.
    public var tables: [TableDefinition] { [items.definition] }

    /// A row is of the stream whose first event made it.
    public var isByStream: Bool { true }

    /// What the codec of the events says.
    public func presentSchema(of type: EventType) -> Int? { codec.presentSchema(of: type) }

    /// Applies an event to the read model.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - model: The tables.
    /// - Throws: `EventDecodingError` where the data of an item's event cannot be read; what the tables throw.
    public func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        guard let id = ItemID(streamName: event.streamName) else { return }
        let happened = try codec.decode(event)
        let (time, version) = (event.time, event.version)
        let isThere = try items.update(with: id.eventID, by: byID, in: model) { details in
            if let happened {
                details.evolve(happened, at: time, version: version)
            } else {
                details.passOver(version: version)
            }
        }
        guard !isThere, let happened else { return }
        var details: ItemDetails?
        ItemDetails.evolve(&details, happened, of: id, at: time, version: version)
        if let details { try items.insert(details, at: event.position, in: model) }
    }

    /// A row in words, for reports of differences.
    ///
    /// - Parameters:
    ///   - key: The key of the row.
    ///   - value: The value of the row.
    ///   - table: The table.
    /// - Returns: One line.
    public func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        switch table {
        case ItemsTables.items.number:
            ItemsTables.items.describe(key: key, value: value) { position, item in
                let state = item.isDeleted ? ", deleted" : item.isCompleted ? ", completed" : ""
                return """
                    item \(item.id) \(quoted(item.name))\(state), created at position \(position) on \
                    \(item.createdAt), updated on \(item.updatedAt), version \(item.version)
                    """
            }
        case ItemsTables.byID.number:
            ItemsTables.byID.describe(key: key, value: value) { id, position in
                "item \(id) was created at position \(position)"
            }
        default:
            "a row of \(value.count) bytes in table \(table), which items do not have"
        }
    }
}

import DomainKit
import ItemsDomain
public import Nacre

/// The projection of items: one row for each item, in order of creation.
///
/// Only streams named exactly `item-` followed by a UUID in lower case are items. Other streams of the category are
/// ignored, as are items' event types in streams of another category.
public struct ItemsProjection: Projection {
    /// The name of the projection and of its read model.
    public static let name = "items"

    // Names stay sealed: only queries open them. See FEAT-42.
    private let codec = ItemEventCodec()

    // Copies of static values: both threads of a rebuild would contend for the statics' reference counts at every
    // event.
    private let items = ItemsTables.items
    private let byID = ItemsTables.byID
    private let owned = ItemsTables.owned

    /// Creates the projection.
    public init() {}

    /// The name of the projection and of its read model.
    public var name: String { Self.name }

    /// Increased whenever the meaning of rows changes.
    public var schemaVersion: Int { 4 }

    /// All events of the category, because those of foreign types count towards the version.
    public var query: Query { .categories(ItemEvent.category) }

    /// The items, indexed by id, and the items of each owner.
    public var tables: [TableDefinition] { [items.definition, owned.definition] }

    /// An event changes only the rows of its own stream.
    public var isPartitionedByStream: Bool { true }

    /// The schema version according to the events' codec.
    public func currentSchema(of type: EventType) -> Int? { codec.currentSchema(of: type) }

    /// Applies an event to the read model.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - model: The tables.
    /// - Throws: `EventDecodingError` if the data of an item's event cannot be decoded; errors of the tables.
    public func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        guard let id = ItemID(streamName: event.streamName) else { return }
        let happened = try codec.logged(event)
        let (time, version) = (event.time, event.version)
        let exists = try items.update(with: id.eventID, by: byID, in: model) { row in
            row.evolve(happened, at: time, version: version)
        }
        guard !exists, let happened, let row = ItemRow(happened, of: id, at: time, version: version) else { return }
        try items.insert(row, at: event.position, in: model)
        if let owner = row.details.owner {
            try owned.insert(OwnedItem(), at: TableKeyPair(owner.eventID, event.position), in: model)
        }
    }

    /// A row as text, for reports of differences.
    ///
    /// - Parameters:
    ///   - key: The key of the row.
    ///   - value: The value of the row.
    ///   - table: The table.
    /// - Returns: One line.
    public func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        switch table {
        case ItemsTables.items.number:
            ItemsTables.items.describe(key: key, value: value) { position, row in
                let item = row.details
                let name = row.isSealed ? "with a sealed name" : quoted(item.name)
                let state = item.isDeleted ? ", deleted" : item.isCompleted ? ", completed" : ""
                let owner = item.owner.map { " of owner \($0)" } ?? ""
                return """
                    item \(item.id) \(name)\(owner)\(state), created at position \(position) on \
                    \(item.createdAt), updated on \(item.updatedAt), version \(item.version)
                    """
            }
        case ItemsTables.byID.number:
            ItemsTables.byID.describe(key: key, value: value) { id, position in
                "item \(id) was created at position \(position)"
            }
        case ItemsTables.owned.number:
            ItemsTables.owned.describe(key: key, value: value) { place, _ in
                "owner \(place.first) has the item that was created at position \(place.second)"
            }
        default:
            "a row of \(value.count) bytes in table \(table), which items do not have"
        }
    }

    /// A row of an item, found by the item's id; its name is as it is in the log.
    ///
    /// - Parameters:
    ///   - key: The key of the row.
    ///   - value: The value of the row.
    ///   - table: The table.
    /// - Returns: The details; `nil` for another table.
    /// - Throws: `EventStoreError` if the row cannot be decoded.
    public func decodedRow(key: [UInt8], value: [UInt8], in table: UInt8) throws -> DecodedRow? {
        guard table == ItemsTables.items.number else { return nil }
        let details = try ItemRow.decode(value).details
        return DecodedRow(name: "\(details.id)", row: details)
    }
}

import ItemsDomain
import Nacre

/// The row of an item among those of its owner; everything about it is in its key.
struct OwnedItem {
    init() {}

    init(_ bytes: [UInt8]) throws(EventStoreError) {
        guard bytes.isEmpty else {
            throw .damagedReadModel("the row of an owner's item has \(bytes.count) bytes instead of none")
        }
    }
}

/// The tables of the read model of items; `Docs/FileFormat.md` describes the bytes.
enum ItemsTables {
    /// The items in order of creation, keyed by the position of the event that created them.
    static let items = Table<Position, ItemRow>(0, encode: ItemRow.encode, decode: ItemRow.decode)
        .indexed(by: byID)

    /// The index by item id.
    static let byID = TableIndex<Position, ItemRow, EventID>(1, isUnique: true, of: { $0.details.id.eventID })

    // A table and no index, which would compare the owners of the old and the new row at every change. See FEAT-29.
    /// The items of each owner in order of creation, keyed by the owner and the key of the item.
    static let owned = Table<TableKeyPair<EventID, Position>, OwnedItem>(
        2, encode: { _ in [] }, decode: OwnedItem.init)
}

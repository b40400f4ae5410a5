import ItemsDomain
import Nacre

/// The tables of the read model of items; `Docs/FileFormat.md` describes the bytes.
enum ItemsTables {
    /// The items in order of creation, keyed by the position of the event that created them.
    static let items = Table<Position, ItemDetails>(0, encode: ItemRow.encode, decode: ItemRow.decode)
        .indexed(by: byID)

    /// The index by item id.
    static let byID = TableIndex<Position, ItemDetails, EventID>(1, isUnique: true, of: { $0.id.eventID })
}

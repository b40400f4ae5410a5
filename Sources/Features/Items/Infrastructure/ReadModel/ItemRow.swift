import DomainKit
import ItemsDomain
import Nacre

/// The row of an item in the read model; `Docs/FileFormat.md` describes the bytes.
enum ItemRow {
    private static let completed: UInt8 = 1 << 0
    private static let deleted: UInt8 = 1 << 1
    private static let owned: UInt8 = 1 << 2

    /// Encodes a row.
    static func encode(_ details: ItemDetails) -> [UInt8] {
        var row = RowWriter()
        row.id(details.id.eventID)
        row.byte(
            (details.isCompleted ? completed : 0) | (details.isDeleted ? deleted : 0)
                | (details.owner == nil ? 0 : owned))
        row.instant(details.createdAt)
        row.instant(details.updatedAt)
        row.number(details.version)
        row.text(details.name)
        if let owner = details.owner { row.id(owner.eventID) }
        return row.bytes
    }

    /// Decodes a row.
    static func decode(_ bytes: [UInt8]) throws(EventStoreError) -> ItemDetails {
        var row = RowReader(bytes.span)
        let id = ItemID(bytes: try row.id())
        let flags = try row.byte()
        let createdAt = try row.instant()
        let updatedAt = try row.instant()
        let version = try row.number()
        let name = try row.text()
        let owner = flags & owned != 0 ? ItemOwner(bytes: try row.id()) : nil
        try row.end()
        return ItemDetails(
            id: id, name: name, owner: owner, isCompleted: flags & completed != 0,
            isDeleted: flags & deleted != 0, createdAt: createdAt, updatedAt: updatedAt, version: version)
    }
}

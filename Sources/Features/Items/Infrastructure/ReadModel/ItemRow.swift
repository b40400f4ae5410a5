import DomainKit
import ItemsDomain
import Nacre

/// The row of an item in the read model; `Docs/FileFormat.md` describes the bytes.
struct ItemRow: Equatable {
    // FEAT-42: Rows and snapshots hold sealed fields as they are in the events.

    /// The details, with the name as it is in the log: in clear, or sealed by the key of the owner.
    private(set) var details: ItemDetails

    /// Whether the name is sealed.
    private(set) var isSealed: Bool

    /// Creates a row from the event that creates the item; `nil` from another event.
    init?(_ logged: LoggedItemEvent, of id: ItemID, at time: Instant, version: StreamVersion) {
        var details: ItemDetails?
        ItemDetails.evolve(&details, logged.event, of: id, at: time, version: version)
        guard let details else { return nil }
        self.init(details: details, isSealed: logged.keyOwner != nil)
    }

    private init(details: ItemDetails, isSealed: Bool) {
        self.details = details
        self.isSealed = isSealed
    }

    /// Applies an event of the item; `nil` for one of a foreign type.
    mutating func evolve(_ logged: LoggedItemEvent?, at time: Instant, version: StreamVersion) {
        guard let logged else { return details.skipEvent(version: version) }
        // A deleted item keeps its last name.
        if case .renamed = logged.event, !details.isDeleted { isSealed = logged.keyOwner != nil }
        details.evolve(logged.event, at: time, version: version)
    }
}

extension ItemRow {
    private static let completed: UInt8 = 1 << 0
    private static let deleted: UInt8 = 1 << 1
    private static let owned: UInt8 = 1 << 2
    private static let sealed: UInt8 = 1 << 3

    /// Encodes a row.
    static func encode(_ item: ItemRow) -> [UInt8] {
        let details = item.details
        var row = RowWriter()
        row.id(details.id.eventID)
        row.byte(
            (details.isCompleted ? completed : 0) | (details.isDeleted ? deleted : 0)
                | (details.owner == nil ? 0 : owned) | (item.isSealed ? sealed : 0))
        row.instant(details.createdAt)
        row.instant(details.updatedAt)
        row.number(details.version)
        row.text(details.name)
        if let owner = details.owner { row.id(owner.eventID) }
        return row.bytes
    }

    /// Decodes a row.
    static func decode(_ bytes: [UInt8]) throws(EventStoreError) -> ItemRow {
        var row = RowReader(bytes.span)
        let id = ItemID(bytes: try row.id())
        let flags = try row.byte()
        let createdAt = try row.instant()
        let updatedAt = try row.instant()
        let version = try row.number()
        let name = try row.text()
        let owner = flags & owned != 0 ? ItemOwner(bytes: try row.id()) : nil
        try row.end()
        guard owner != nil || flags & sealed == 0 else {
            throw .damagedReadModel("a row has a sealed name and no owner")
        }
        let details = ItemDetails(
            id: id, name: name, owner: owner, isCompleted: flags & completed != 0,
            isDeleted: flags & deleted != 0, createdAt: createdAt, updatedAt: updatedAt, version: version)
        return ItemRow(details: details, isSealed: flags & sealed != 0)
    }
}

import DomainKit
import ItemsDomain

/// Opens the names of rows while a query runs.
struct ItemRowOpener {
    private let sealing: (any PersonalDataSealing)?

    /// The last owner's key, because most queries are about the items of one owner.
    private var last: (owner: ItemOwner, key: (any PersonalDataKey)?)?

    init(_ sealing: (any PersonalDataSealing)?) {
        self.sealing = sealing
    }

    /// The details with the name in clear; `nil` if the item was erased together with its owner's account.
    mutating func details(of row: ItemRow) throws -> ItemDetails? {
        let details = row.details
        guard row.isSealed, let owner = details.owner else { return details }
        guard let name = try key(of: owner)?.openName(details.name) else { return nil }
        return ItemDetails(
            id: details.id, name: name, owner: owner, isCompleted: details.isCompleted,
            isDeleted: details.isDeleted, createdAt: details.createdAt, updatedAt: details.updatedAt,
            version: details.version)
    }

    private mutating func key(of owner: ItemOwner) throws -> (any PersonalDataKey)? {
        if let last, last.owner == owner { return last.key }
        let key = try sealing.keyForOpening(of: owner.person)
        last = (owner, key)
        return key
    }
}

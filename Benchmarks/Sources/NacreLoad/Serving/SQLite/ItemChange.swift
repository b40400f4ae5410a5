import DomainKit
import FeatureAPI
import Foundation
import GRDB
import ItemsDomain

/// A change of the API, made inside a transaction.
struct ItemChange: Sendable {
    enum Kind: Sendable {
        /// Creates an item; the same idempotency key creates it once.
        case create(ItemName, key: String?)

        case rename(ItemID, ItemName, Precondition)
    }

    /// The token of the session.
    let token: String

    let kind: Kind

    /// Makes the change.
    ///
    /// - Throws: ``Problem`` if it is refused, before anything is written.
    func apply(to database: Database) throws -> ItemDetails {
        let owner = try ItemReading.account(of: token, in: database)
        switch kind {
        case .create(let name, let key):
            if let key, let created = try ItemReading.created(by: key, named: name, of: owner, in: database) {
                return created
            }
            return try create(name, key: key, of: owner, in: database)
        case .rename(let id, let name, let precondition):
            var item = try ItemReading.item(id, of: owner, in: database)
            guard precondition.matches(item.version) else { throw Problem.staleVersion }
            // As in Nacre, a name that is not new changes nothing.
            guard item.name != name.text else { return item }
            let now = ItemReading.instant(realNanoseconds())
            item = ItemDetails(
                id: id, name: name.text, owner: owner, isCompleted: item.isCompleted, isDeleted: item.isDeleted,
                createdAt: item.createdAt, updatedAt: now, version: item.version + 1)
            try database.cachedStatement(
                sql: "UPDATE items SET name = ?, updatedAt = ?, version = version + 1 WHERE id = ?"
            ).execute(arguments: [name.text, now.nanosecondsSince1970, id.uuid])
            return item
        }
    }

    private func create(
        _ name: ItemName, key: String?, of owner: ItemOwner, in database: Database
    ) throws -> ItemDetails {
        let now = ItemReading.instant(realNanoseconds())
        let item = ItemDetails(id: Self.newID(at: now), name: name.text, owner: owner, createdAt: now)
        try database.cachedStatement(
            sql: "INSERT INTO items (id, owner, name, createdAt, updatedAt, version) VALUES (?, ?, ?, ?, ?, 1)"
        ).execute(
            arguments: [
                item.id.uuid, owner.uuid, name.text, now.nanosecondsSince1970, now.nanosecondsSince1970,
            ])
        if let key {
            let position = database.lastInsertedRowID
            try database.cachedStatement(
                sql: "INSERT INTO answers (account, key, item, name) VALUES (?, ?, ?, ?)"
            ).execute(arguments: [owner.uuid, key, position, name.text])
        }
        return item
    }

    /// A UUID of version 7: ids that follow each other in time are neighbours in an index.
    private static func newID(at now: Instant) -> ItemID {
        let milliseconds = UInt64(now.nanosecondsSince1970 / 1_000_000)
        return ItemID(
            high: milliseconds << 16 | 0x7000 | .random(in: 0...0xFFF), low: .random(in: 0 ... .max) >> 2 | 1 << 63)
    }
}

import DomainKit
import FeatureAPI
import Foundation
import GRDB
import ItemsDomain

/// The reads of the API, in one transaction each.
enum ItemReading {
    private static let columns = "position, id, owner, name, isCompleted, isDeleted, createdAt, updatedAt, version"

    /// The account of a session.
    ///
    /// - Throws: ``Problem`` 401 if there is no such session.
    static func account(of token: String, in database: Database) throws -> ItemOwner {
        let statement = try database.cachedStatement(sql: "SELECT account FROM sessions WHERE token = ?")
        guard let account = try UUID.fetchOne(statement, arguments: [token]) else { throw Problem.noSession }
        return ItemOwner(account)
    }

    /// An item of an owner.
    ///
    /// - Throws: ``Problem`` 404 if the owner has no such item.
    static func item(_ id: ItemID, of owner: ItemOwner, in database: Database) throws -> ItemDetails {
        let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM items WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id.uuid]) else { throw Problem.noItem }
        let item = details(row)
        guard item.owner == owner else { throw Problem.noItem }
        return item
    }

    /// A page of an owner's items, in order of creation.
    static func page(
        _ request: ItemPageRequest, of owner: ItemOwner, in database: Database
    ) throws -> Page<ItemDetails> {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(columns) FROM items WHERE owner = ? AND position > ? AND (? OR NOT isDeleted)
                ORDER BY position LIMIT ?
                """)
        // One more than requested shows whether there is a next page.
        let rows = try Row.fetchCursor(
            statement,
            arguments: [
                owner.uuid, Int64(request.cursor?.position ?? 0), request.includingDeleted, request.limit + 1,
            ])
        var page = Page<ItemDetails>(elements: [], next: nil)
        var last: Int64 = 0
        while let row = try rows.next() {
            guard page.elements.count < request.limit else {
                page.next = PageCursor(position: UInt64(last))
                break
            }
            page.elements.append(details(row))
            last = row[0]
        }
        return page
    }

    /// The item that a request with an idempotency key created; `nil` if there was none.
    ///
    /// - Throws: ``Problem`` 422 if that request had another name.
    static func created(
        by key: String, named name: ItemName, of owner: ItemOwner, in database: Database
    ) throws -> ItemDetails? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT items.id, items.createdAt, answers.name FROM answers JOIN items ON items.position = answers.item
                WHERE answers.account = ? AND answers.key = ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: [owner.uuid, key]) else { return nil }
        guard row[2] == name.text else { throw Problem.otherRequest }
        return ItemDetails(id: ItemID(row[0] as UUID), name: name.text, owner: owner, createdAt: instant(row[1]))
    }

    private static func details(_ row: Row) -> ItemDetails {
        ItemDetails(
            id: ItemID(row[1] as UUID), name: row[3], owner: ItemOwner(row[2] as UUID), isCompleted: row[4],
            isDeleted: row[5], createdAt: instant(row[6]), updatedAt: instant(row[7]),
            version: UInt64(row[8] as Int64))
    }

    static func instant(_ nanoseconds: Int64) -> Instant {
        Instant(nanosecondsSince1970: nanoseconds, decimals: 9)
    }
}

extension ItemDetails {
    /// An item that was just created.
    init(id: ItemID, name: String, owner: ItemOwner, createdAt: Instant) {
        self.init(
            id: id, name: name, owner: owner, isCompleted: false, isDeleted: false, createdAt: createdAt,
            updatedAt: createdAt, version: 1)
    }
}

extension Problem {
    static let noSession = Problem(status: 401, code: "sessionExpired", detail: "the session has ended: sign in again")
    static let noItem = Problem(status: 404, code: "notFound", detail: "there is no such item")
    static let otherRequest = Problem(
        status: 422, code: "otherRequest", detail: "another request had this idempotency key: use a new one")
    static let staleVersion = Problem(
        status: 412, code: "staleVersion", detail: "the item has another version: fetch it and try again")
    static let noPrecondition = Problem(
        status: 428, code: "preconditionRequired", detail: "If-Match is missing: give the item's entity tag")
    static let tooLarge = Problem(status: 413, code: "bodyTooLarge", detail: "the body is too large")
    static let headerTooLarge = Problem(status: 431, code: "headerTooLarge", detail: "the header is too large")
    static let tooManyRequests = Problem(
        status: 429, code: "tooManyRequests", detail: "too many requests: try again later")
    static let timeout = Problem(status: 503, code: "overloaded", detail: "the request took too long: try again later")
}

import DomainKit
import Nacre

// The listings in comments of `Sources/Nacre/ReadModels` and of `PastReadModel`.

enum ReadModels {
    static func read(_ models: any ReadModelStore, updatedBy runner: ProjectionRunner) async throws -> String? {
        let accounts = ReadModel(of: Accounts.self, in: models, updatedBy: runner)

        let ada = try await accounts.read { try $0.accounts.by(\.email).row(at: "ada@example.org") }
        return ada?.key
    }

    static func readPast(of store: any EventStore) async throws -> Accounts.Row? {
        let models = InMemoryReadModelStore()
        let past = PastReadModel(of: Accounts(), at: 1_000, in: store, models: models)
        let accounts = ReadModel(of: Accounts.self, in: models, updatedBy: past)
        return try await accounts.read { try $0.accounts.row(at: "1") }
    }

    static func find(in rows: TableRows<String, Accounts.Row>, after cursor: TableCursor?) throws -> Int {
        let account = try rows.row(at: "a1")
        let last = try rows.rows(in: "a"..<"b", reversed: true, limit: 10)
        let ada = try rows.by(\.email).row(at: "ada@example.org")
        let page = try rows.by(\.owner).page(in: .only("ada"), after: cursor, limit: 20)
        return last.count + page.entries.count + (account?.cents ?? 0) + (ada?.row.cents ?? 0)
    }

    static func count(_ tables: Tables<Accounts>) throws -> Int {
        let row = try tables.accounts.row(at: "a1")  // the static property `accounts` of the projection
        let count = try tables[Accounts.accounts].count()  // the same table
        return row == nil ? 0 : count
    }

    static func ranges() -> [RowRange] {
        let all = RowRange()  // all rows, in the order of their keys
        let ones = RowRange(from: .inclusive([1]), to: .exclusive([2]))  // those whose keys begin with the byte 1
        let reversed = RowRange(isReversed: true)  // all rows, from the last to the first
        return [all, ones, reversed]
    }
}

enum Bank {
    struct Account: Codable { var owner: String, email: String, balance: Int }
    struct Payment: Codable { var account: String, cents: Int }

    struct Accounts: TableProjection {
        static let accounts = Table<String, Account>().unique(\.email).indexed(\.owner)
        static let payments = Table<Position, Payment>(after: accounts).indexed(\.account)
        static let tables: TableSet = [accounts, payments]

        func apply(_ event: AccountEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {
            try tables.accounts.insert(Account(owner: "ada", email: "ada@example.org", balance: 0), at: "a1")
            try tables.accounts.update("a1") { $0.balance += 5 }
        }
    }
}

enum TablesByHand {
    static func use(
        _ order: OrderRow, of event: EventView, in model: any ReadModelWriter, and reader: any ReadModelReader
    ) throws -> Position? {
        let byUser = TableIndex<Position, OrderRow, String>(1) { [$0.user] }
        let orders = Table<Position, OrderRow>(0, encode: { $0.bytes }, decode: OrderRow.init(bytes:))
            .indexed(by: byUser)

        try orders.set(order, at: event.position, in: model)  // in a projection
        let first = try byUser.firstKey(with: "ada", in: reader)  // in a query
        return first
    }

    struct Score: Codable { var points: Int }

    static func set(_ score: Score, in model: any ReadModelWriter) throws {
        let scores = Table<TableKeyPair<String, Int>, Score>()
        try scores.set(score, at: TableKeyPair("ada", 3), in: model)
    }
}

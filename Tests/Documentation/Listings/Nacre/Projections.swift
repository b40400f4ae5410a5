import DomainKit
import Nacre
import NacreLMDB
import NacreRuntime
import NacreTesting
import Testing

// The listings of `Projections.md`.

struct Accounts: TableProjection {
    struct Row: Codable { var owner: String, email: String, cents: Int }

    static let accounts = Table<String, Row>().unique(\.email).indexed(\.owner, \.cents)
    static let tables: TableSet = [accounts]

    func apply(_ event: AccountEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {
        let id = recorded.stream.id
        switch event {
        case .opened(let owner, let email):
            try tables.accounts.insert(Row(owner: owner, email: email, cents: 0), at: id)
        case .deposited(let cents): try tables.accounts.update(id) { $0.cents += cents }
        case .withdrawn(let cents): try tables.accounts.update(id) { $0.cents -= cents }
        }
    }
}

func openBank() async throws {
    let runtime = try await Runtime.open(.lmdb(at: "bank.nacre")) { Accounts() }
    let ada = try await runtime.models[Accounts.self].read { try $0.accounts.by(\.email).row(at: "ada@example.org") }
    print(ada?.key ?? "none")
}

func queryBank(_ runtime: Runtime) async throws {
    let accounts = try runtime.models[Accounts.self]

    // One row, by its key and by a unique field.
    let first = try await accounts.read { try $0.accounts.row(at: "1") }
    let ada = try await accounts.read { try $0.accounts.by(\.email).row(at: "ada@example.org")?.row }

    // Ada's accounts, the greatest balance first; those with 1,000 cents or more.
    let all = try await accounts.read { try $0.accounts.by(\.owner, \.cents).rows(in: .first("ada"), reversed: true) }
    let rich = try await accounts.read { try $0.accounts.by(\.owner, \.cents).rows(in: .first("ada", 1_000...)) }
    print(first?.owner ?? "none", ada?.owner ?? "none", all.count, rich.count)

    var cursor: TableCursor?
    repeat {
        let page = try await accounts.read { [cursor] in
            try $0.accounts.by(\.owner, \.cents).page(in: .first("ada"), after: cursor, limit: 20, reversed: true)
        }
        for entry in page.entries { print(entry.key, entry.row.cents) }
        cursor = page.next
    } while cursor != nil
}

func testAccounts() async throws {
    try await Accounts()
        .given("account-1", [.opened(owner: "Ada", email: "ada@example.org")], by: AccountEvent.codec)
        .given("account-1", [.deposited(cents: 5)], by: AccountEvent.codec)
        .thenRows(#"Accounts.Row "1": owner "Ada", email "ada@example.org", cents 5"#, in: Accounts.accounts.number)
}

func runAccounts(on store: any EventStore) async throws {
    let models = InMemoryReadModelStore()
    let runner = ProjectionRunner(projection: Accounts(), store: store, models: models)
    try await runner.catchUp()
    let accounts = ReadModel(of: Accounts.self, in: models, updatedBy: runner)
    print(try await accounts.read { try $0.accounts.row(at: "1")?.owner ?? "none" })
}

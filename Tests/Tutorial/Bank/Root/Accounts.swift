package import BankDomain
package import Nacre

package struct Accounts: TableProjection {
    package struct Row: Codable, Hashable, Sendable { package var owner: String, email: String, cents: Int }

    package static let accounts = Table<String, Row>().unique(\.email).indexed(\.owner).indexed(\.cents)
    package static let tables: TableSet = [accounts]

    package func apply(_ event: AccountEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {
        let id = recorded.stream.id
        switch event {
        case .opened(let owner, let email):
            try tables.accounts.insert(Row(owner: owner, email: email, cents: 0), at: id)
        case .deposited(let cents), .welcomed(let cents): try tables.accounts.update(id) { $0.cents += cents }
        case .withdrawn(let cents): try tables.accounts.update(id) { $0.cents -= cents }
        }
    }
}

import Nacre

/// The events of an account.
enum BankEvent: Equatable {
    case opened(owner: String, email: String)
    case deposited(Int)
    case closed
}

extension BankEvent: StoredEvent {
    static let category = "account"
    static let codec = AccountEventCodec()
}

struct AccountEventCodec: TypedEventCodec {
    enum Kind: String, EventKind {
        case opened = "AccountOpened"
        case deposited = "AmountDeposited"
        case closed = "AccountClosed"
    }

    let types = EventTypes<Kind>()

    func encode(_ event: BankEvent) -> EventData {
        switch event {
        case .opened(let owner, let email):
            types.event(.opened) {
                $0.text("owner", owner)
                $0.text("email", email)
            }
        case .deposited(let amount): types.event(.deposited) { $0.integer("amount", amount) }
        case .closed: types.event(.closed)
        }
    }

    func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> BankEvent {
        switch kind {
        case .opened: .opened(owner: try fields.text("owner"), email: try fields.text("email"))
        case .deposited: .deposited(try fields.integer("amount"))
        case .closed: .closed
        }
    }
}

/// A projection with a unique and a non-unique index, in 20 lines.
struct Accounts: TableProjection {
    struct Account: Codable, Equatable { var owner: String, email: String, balance: Int }

    static let accounts = Table<String, Account>().unique(\.email).indexed(\.owner)
    static let tables: TableSet = [accounts]

    func apply(_ event: BankEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {
        let id = recorded.stream.text
        switch event {
        case .opened(let owner, let email):
            try tables.accounts.insert(Account(owner: owner, email: email, balance: 0), at: id)
        case .deposited(let amount): try tables.accounts.update(id) { $0.balance += amount }
        case .closed: try tables.accounts.remove(id)
        }
    }
}

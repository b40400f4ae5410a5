import DomainKit
import Nacre

/// The events of an account, as the articles show them.
enum AccountEvent: DomainEvent, Codable, StoredEvent {
    static let category = "account"

    case opened(owner: String, email: String)
    case deposited(cents: Int)
    case withdrawn(cents: Int)

    var tags: [Tag] {
        if case .opened(_, let email) = self { [Tag("email:\(email)")] } else { [] }
    }
}

/// The state that decisions on an account need.
struct Account: Codable, Sendable {
    var cents = 0
    var lastMovement: Instant?
}

/// The rules of an account: it is opened once and never overdrawn.
enum AccountDecider: Decider {
    enum Command {
        case open(owner: String, email: String)
        case deposit(cents: Int)
        case withdraw(cents: Int)
    }
    struct Refused: DescribedError { let description: String }

    static let initialState = Account()

    static func decide(_ command: Command, _ account: Account) throws(Refused) -> [AccountEvent] {
        switch command {
        case .open(let owner, let email): return [.opened(owner: owner, email: email)]
        case .deposit(let cents): return [.deposited(cents: cents)]
        case .withdraw(let cents):
            guard cents <= account.cents else { throw Refused(description: "the account has \(account.cents) cents") }
            return [.withdrawn(cents: cents)]
        }
    }

    static func evolve(_ account: inout Account, _ event: AccountEvent) {
        switch event {
        case .opened: break
        case .deposited(let cents): account.cents += cents
        case .withdrawn(let cents): account.cents -= cents
        }
    }
}

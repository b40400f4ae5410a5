import DomainKit

/// The state that decisions on an account need.
package struct Account: Hashable, Codable, Sendable {
    /// Whether it was opened.
    package var isOpen = false

    /// The balance.
    package var cents = 0
}

/// The commands of an account.
package enum AccountCommand: Sendable {
    /// Open it.
    case open(owner: String, email: String)

    /// Pay money in.
    case deposit(cents: Int)

    /// Take money out.
    case withdraw(cents: Int)

    /// Pay the bonus for opening the account.
    case welcome(cents: Int)
}

/// Why a command is refused.
package enum AccountError: DescribedError, Equatable {
    /// There is no such account.
    case notFound

    /// The account was opened before.
    case alreadyOpen

    /// The balance, given here, is less than the amount.
    case overdrawn(cents: Int)

    /// The e-mail address belongs to another account.
    case emailTaken(String)

    /// The amount is 0 or less.
    case notPositive(cents: Int)

    /// The reason, and what to do.
    package var description: String {
        switch self {
        case .notFound: "there is no such account: open it first"
        case .alreadyOpen: "the account exists already: choose another number"
        case .overdrawn(let cents): "the account has \(cents) cents: take out no more than that"
        case .emailTaken(let email): "\(email) belongs to another account: give another address"
        case .notPositive(let cents): "the amount is \(cents) cents: give 1 or more"
        }
    }
}

/// The rules of an account: it is opened once and never overdrawn.
package enum AccountDecider: Decider {
    package static let initialState = Account()

    package static func decide(_ command: AccountCommand, _ state: Account) throws(AccountError) -> [AccountEvent] {
        if case .open(let owner, let email) = command {
            guard !state.isOpen else { throw .alreadyOpen }
            return [.opened(owner: owner, email: email)]
        }
        guard state.isOpen else { throw .notFound }
        switch command {
        case .open: return []
        case .deposit(let cents):
            guard cents > 0 else { throw .notPositive(cents: cents) }
            return [.deposited(cents: cents)]
        case .withdraw(let cents):
            guard cents > 0 else { throw .notPositive(cents: cents) }
            guard cents <= state.cents else { throw .overdrawn(cents: state.cents) }
            return [.withdrawn(cents: cents)]
        // The process manager sends this once for each account.
        case .welcome(let cents): return [.welcomed(cents: cents)]
        }
    }

    package static func evolve(_ state: inout Account, _ event: AccountEvent) {
        switch event {
        case .opened: state.isOpen = true
        case .deposited(let cents), .welcomed(let cents): state.cents += cents
        case .withdrawn(let cents): state.cents -= cents
        }
    }
}

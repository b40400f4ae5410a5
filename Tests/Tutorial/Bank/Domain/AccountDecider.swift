import DomainKit

/// What is known of an account.
package struct Account: Hashable, Codable, Sendable {
    /// Whether it was opened.
    package var isOpen = false

    /// What is on it.
    package var cents = 0
}

/// What is wanted of an account.
package enum AccountCommand: Sendable {
    /// Open it.
    case open(owner: String, email: String)

    /// Put money on it.
    case deposit(cents: Int)

    /// Take money from it.
    case withdraw(cents: Int)

    /// Give something for the beginning.
    case welcome(cents: Int)
}

/// Why an account refuses.
package enum AccountError: DescribedError, Equatable {
    /// There is no such account.
    case notFound

    /// It is there already.
    case alreadyOpen

    /// Less is on it than is wanted of it.
    case overdrawn(cents: Int)

    /// The address belongs to another account.
    case emailTaken(String)

    /// Nothing, or less, cannot be moved.
    case notPositive(cents: Int)

    /// What is the matter, and what helps.
    package var description: String {
        switch self {
        case .notFound: "there is no such account: open it first"
        case .alreadyOpen: "there is such an account already: choose another number"
        case .overdrawn(let cents): "the account has \(cents) cents: take no more than that"
        case .emailTaken(let email): "\(email) belongs to another account: give another address"
        case .notPositive(let cents): "\(cents) cents cannot be moved: give 1 or more"
        }
    }
}

/// The rules of an account: it is opened once, and never overdrawn.
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
        // Once an account: the process manager sees to that.
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

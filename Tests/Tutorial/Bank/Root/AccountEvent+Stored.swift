package import BankDomain
package import Nacre

extension AccountEvent: StoredEvent {
    package static let category = "account"

    /// Deposits of schema 1 have their amount in euros.
    package static let storedTypes: StoredEventTypes = [
        "deposited": .upcasting { old, new in new.integer("cents", try old.integer("euros") * 100) }
    ]

    package var tags: [Tag] {
        if case .opened(_, let email) = self { [Bank.tag(of: email)] } else { [] }
    }
}

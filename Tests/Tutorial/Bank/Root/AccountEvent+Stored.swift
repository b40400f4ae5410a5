package import BankDomain
package import Nacre

extension AccountEvent: StoredEvent {
    package static let category = "account"

    /// Schema 1 of deposits counted in euros.
    package static let storedTypes: StoredEventTypes = [
        "deposited": .upcasting { old, new in new.integer("cents", try old.integer("euros") * 100) }
    ]

    package var tags: [Tag] {
        if case .opened(_, let email) = self { [Bank.tag(of: email)] } else { [] }
    }
}

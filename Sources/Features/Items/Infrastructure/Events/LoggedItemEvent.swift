import DomainKit
import ItemsDomain
import Nacre

/// An item's event as it is in the log: its name may be sealed.
struct LoggedItemEvent {
    /// The event; its name is the sealed one if `keyOwner` is not `nil`.
    let event: ItemEvent

    /// The owner under whose key the name is sealed; `nil` if it is in clear.
    let keyOwner: ItemOwner?

    init(_ event: ItemEvent, sealedBy keyOwner: ItemOwner? = nil) {
        self.event = event
        self.keyOwner = keyOwner
    }

    /// The event with its name in clear; `erased` if the owner's key was erased.
    func opened(with sealing: (any PersonalDataSealing)?) throws -> ItemEvent {
        guard let keyOwner else { return event }
        switch event {
        case .created(let name, let owner):
            guard let clear = try sealing.openedName(name, of: keyOwner) else { return .erased }
            return .created(name: clear, owner: owner)
        case .renamed(let name):
            guard let clear = try sealing.openedName(name, of: keyOwner) else { return .erased }
            return .renamed(name: clear)
        case .completed, .reopened, .deleted, .restored, .erased:
            return event
        }
    }
}

extension (any PersonalDataSealing)? {
    /// Opens the sealed name of an item; `nil` if the owner's key was erased.
    func openedName(_ sealed: String, of owner: ItemOwner) throws -> String? {
        try keyForOpening(of: owner.person)?.openName(sealed)
    }
}

extension PersonalDataKey {
    /// Seals the name of an item.
    func sealName(_ name: String) -> String { seal(name, for: nameOfItem) }

    /// Opens the sealed name of an item; `nil` if the key that sealed it was erased.
    func openName(_ sealed: String) throws -> String? { try open(sealed, for: nameOfItem) }
}

/// The field to which sealed names are bound.
private let nameOfItem = "item.name"

extension ItemOwner {
    /// The owner as the person whose key seals the names of the items.
    var person: PersonID { PersonID(high: high, low: low) }
}

import DomainKit
import Nacre
import NacreMacros

// `NacreMacros.md`

enum Attached {
    @StoredEvent enum OrderEvent: DomainEvent, StoredEvent {
        static let category = "order"

        case placed(customer: String, cents: Int)
        case shipped
    }
}

/// The events of a domain that knows no store.
enum OrderEvent: DomainEvent {
    case placed(customer: String, cents: Int)
    case shipped
}

@StoredEvent(of: OrderEvent.self) enum StoredOrderEvent {
    case placed(customer: String, cents: Int)
    case shipped
}

extension OrderEvent: StoredEvent {
    static let category = "order"
    static let codec = StoredOrderEvent.Codec()
}

import DomainKit
import Nacre
import NacreMacros

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The listings in comments of `Sources/NacreMacros`.

extension Attached {
    @StoredEvent enum AccountEvent: DomainEvent, StoredEvent {
        static let category = "account"

        case opened(owner: String, limit: Decimal?)
        case deposited(amount: Int)
        case closed
    }
}

enum AccountEvent: DomainEvent {
    case opened(owner: String, limit: Decimal?)
    case deposited(amount: Int)
    case closed
}

@StoredEvent(of: AccountEvent.self) enum StoredAccountEvent {
    case opened(owner: String, limit: Decimal?)
    case deposited(amount: Int)
    case closed
}

extension AccountEvent: StoredEvent {
    static let category = "account"
    static let codec = StoredAccountEvent.Codec()
}

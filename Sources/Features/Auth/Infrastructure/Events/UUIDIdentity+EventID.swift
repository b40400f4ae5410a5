import DomainKit
import Nacre

extension UUIDIdentity {
    /// The identity with the bytes of an `EventID`.
    init(_ id: EventID) {
        self.init(high: id.high, low: id.low)
    }
}

extension EventID {
    /// The bytes of an identity.
    init(_ identity: some UUIDIdentity) {
        self.init(high: identity.high, low: identity.low)
    }
}

import DomainKit
import Nacre

extension UUIDIdentity {
    /// The identity as an `EventID`.
    var eventID: EventID { EventID(high: high, low: low) }

    /// The identity with the bytes of an `EventID`.
    init(bytes id: EventID) {
        self.init(high: id.high, low: id.low)
    }
}

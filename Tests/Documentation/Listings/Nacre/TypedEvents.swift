import DomainKit
import Nacre

// The listings of `TypedEvents.md`.

extension OrderEvent {
    var tags: [Tag] {
        switch self {
        case .placed(let customer, _): ["customer:\(customer)"]
        case .shipped: []
        }
    }
}

struct OrderEventCodec: TypedEventCodec {
    enum Kind: String, EventKind {
        case placed = "OrderPlaced"
        case shipped = "OrderShipped"
    }

    let types = EventTypes<Kind>()

    func encode(_ event: OrderEvent) -> EventData {
        switch event {
        case .placed(let customer, let cents):
            types.event(.placed, tags: ["customer:\(customer)"]) {
                $0.text("customer", customer)
                $0.integer("cents", cents)
            }
        case .shipped: types.event(.shipped)
        }
    }

    func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> OrderEvent {
        switch kind {
        case .placed: .placed(customer: try fields.text("customer"), cents: try fields.integer("cents"))
        case .shipped: .shipped
        }
    }
}

enum TypedEvents {
    static func readAndWrite(_ store: any EventStore) async throws {
        try await store.append([OrderEvent.codec.encode(.shipped)], to: "order-42", expecting: .exact(1))

        for try await recorded in store.read("order-42") {
            if let event = try OrderEvent.codec.decode(recorded) { print(recorded.version, event) }
        }
    }
}

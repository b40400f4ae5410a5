import DomainKit
import Nacre
import NacreTesting
import Testing

// The listings of `Evolution.md`.

extension OrderEvent {
    static let storedTypes: StoredEventTypes = [
        "placed": .upcasting { old, new in
            new.text("customer", try old.text("customer"))
            new.integer("cents", try old.integer("euros") * 100)
        }
    ]
}

enum Evolution {
    enum Kind: String, EventKind {
        case placed = "OrderPlaced"
        case shipped = "OrderShipped"
    }

    static func upcast() -> EventTypes<Kind> {
        let types = EventTypes<Kind>(upcasting: [
            .placed: [
                { old, new in
                    new.text("customer", try old.text("customer"))
                    new.integer("cents", try old.integer("euros") * 100)
                }
            ]
        ])
        return types
    }

    struct Codec {
        let types: EventTypes<Kind>

        init() throws(UpcastingError) {
            types = try EventTypes(
                schemas: [.placed: 3],
                upcasting: [
                    Upcaster("OrderPlaced", from: 1) { old, new in
                        new.text("customer", try old.text("customer"))
                        new.integer("cents", try old.integer("euros") * 100)
                    },
                    Upcaster("OrderPlaced", from: 2) { old, new in
                        new.text("customer", try old.text("customer"))
                        new.integer("cents", try old.integer("cents"))
                        new.bool("isGift", false)
                    },
                    Upcaster("OrderSent", from: 1, becoming: "OrderShipped"),
                ])
        }
    }

    static func check() throws {
        try EventLayoutConformance.check(
            OrderEvent.self, samples: [.placed(customer: "ada", cents: 1250), .shipped])
        try EventLayoutConformance.check(
            OrderEvent.self, samples: [.placed(customer: "ada", cents: 1250), .shipped],
            former: [
                FormerEvent(
                    "OrderPlaced", schema: 1, #"{"customer":"ada","euros":7}"#,
                    decodesTo: .placed(customer: "ada", cents: 700))
            ])
    }
}

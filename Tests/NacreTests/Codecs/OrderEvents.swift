import Nacre

/// The events of an order, with fields of every kind.
enum OrderEvent: Equatable {
    case placed(product: String, count: Int, isGift: Bool, note: String?)
    case priced(Double, discounts: [String])
    case shipped(carrier: String)
    case cancelled
}

/// A codec whose events have a past.
///
/// `OrderPlaced` had a field `item` and no count (schema 1), then a product with a count (2), then gifts (3).
/// What is `OrderShipped` today was `OrderSent` once, whose second schema had a carrier.
struct OrderEventCodec: TypedEventCodec {
    enum Kind: String, EventKind {
        case placed = "OrderPlaced"
        case priced = "OrderPriced"
        case shipped = "OrderShipped"
        case cancelled = "OrderCancelled"
    }

    let types: EventTypes<Kind>

    init() throws(UpcastingError) {
        types = try EventTypes(
            schemas: [.placed: 3],
            upcasting: [
                Upcaster("OrderPlaced", from: 1) { old, new in
                    let item = try old.text("item")
                    new.text("product", item)
                    new.integer("count", 1)
                    new.tags.append("product:\(item)")
                },
                Upcaster("OrderPlaced", from: 2) { old, new in
                    new.text("product", try old.text("product"))
                    new.integer("count", try old.integer("count"))
                    new.bool("isGift", false)
                    new.text("note", ifPresent: try old.textIfPresent("note"))
                },
                Upcaster("OrderSent", from: 1) { _, new in new.text("carrier", "post") },
                Upcaster("OrderSent", from: 2, becoming: "OrderShipped"),
            ])
    }

    func encode(_ event: OrderEvent) throws -> EventData {
        switch event {
        case .placed(let product, let count, let isGift, let note):
            types.event(.placed, tags: ["product:\(product)"]) {
                $0.text("product", product)
                $0.integer("count", count)
                $0.bool("isGift", isGift)
                $0.text("note", ifPresent: note)
            }
        case .priced(let price, let discounts):
            try types.event(.priced) {
                try $0.number("price", price)
                $0.texts("discounts", discounts)
            }
        case .shipped(let carrier): types.event(.shipped) { $0.text("carrier", carrier) }
        case .cancelled: types.event(.cancelled)
        }
    }

    func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> OrderEvent {
        switch kind {
        case .placed:
            .placed(
                product: try fields.text("product"), count: try fields.integer("count"),
                isGift: try fields.bool("isGift"), note: try fields.textIfPresent("note"))
        case .priced: .priced(try fields.number("price"), discounts: try fields.texts("discounts"))
        case .shipped: .shipped(carrier: try fields.text("carrier"))
        case .cancelled: .cancelled
        }
    }
}

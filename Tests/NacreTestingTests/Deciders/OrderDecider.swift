import DomainKit

enum OrderCommand: Sendable {
    case place(customer: String, items: [String])
    case pay(cents: Int)
    case ship
}

enum OrderEvent: DomainEvent {
    case placed(customer: String, items: [String])
    case paid(cents: Int)
    case shipped
}

enum OrderError: Error, Equatable {
    case missing
    case notPaid(missing: Int)
    case placedAlready
}

struct Order: Equatable, Sendable {
    var customer: String?
    var cents = 0
    var isShipped = false
}

/// An order in a shop where everything costs 100.
enum OrderDecider: Decider {
    static let initialState = Order()

    static func decide(_ command: OrderCommand, _ state: Order) throws(OrderError) -> [OrderEvent] {
        switch command {
        case .place(let customer, let items):
            guard state.customer == nil else { throw .placedAlready }
            return [.placed(customer: customer, items: items)]
        case .pay(let cents):
            guard state.customer != nil else { throw .missing }
            return cents == 0 ? [] : [.paid(cents: cents)]
        case .ship:
            guard state.customer != nil else { throw .missing }
            guard state.cents >= 100 else { throw .notPaid(missing: 100 - state.cents) }
            return state.isShipped ? [] : [.shipped]
        }
    }

    static func evolve(_ state: inout Order, _ event: OrderEvent) {
        switch event {
        case .placed(let customer, _): state.customer = customer
        case .paid(let cents): state.cents += cents
        case .shipped: state.isShipped = true
        }
    }
}

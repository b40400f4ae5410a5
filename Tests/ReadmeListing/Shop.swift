import DomainKit
import Nacre
import NacreLMDB
import NacreRuntime

// What happens to an order. It is stored as JSON by its Codable conformance, here as an OrderPlaced and an OrderShipped.
enum OrderEvent: DomainEvent, Codable, StoredEvent {
    static let category = "order"

    case placed(customer: String, cents: Int)
    case shipped
}

// The rules: pure functions, tested without a store.
enum OrderDecider: Decider {
    enum Order { case none, placed, shipped }
    enum Command {
        case place(customer: String, cents: Int)
        case ship
    }
    // What it says is what the caller reads, so it says what to do.
    struct Refused: DescribedError { let description: String }

    static let initialState = Order.none

    static func decide(_ command: Command, _ order: Order) throws(Refused) -> [OrderEvent] {
        switch (command, order) {
        case (.place(let customer, let cents), .none): [.placed(customer: customer, cents: cents)]
        case (.ship, .placed): [.shipped]
        // What is so already needs no event: a command that is repeated does no harm.
        case (.place, _), (.ship, .shipped): []
        case (.ship, .none): throw Refused(description: "the order was never placed: place it first")
        }
    }

    static func evolve(_ order: inout Order, _ event: OrderEvent) {
        switch event {
        case .placed: order = .placed
        case .shipped: order = .shipped
        }
    }
}

// A read model: what each customer has spent. It is made of the log, and can be thrown away and made anew.
struct Spending: TableProjection {
    struct Row: Codable, Hashable, Sendable { var cents: Int }

    static let customers = Table<String, Row>().indexed(\.cents)
    static let tables: TableSet = [customers]

    func apply(_ event: OrderEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {
        guard case .placed(let customer, let cents) = event else { return }
        let before = try tables.customers.row(at: customer)?.cents ?? 0
        try tables.customers.set(Row(cents: before + cents), at: customer)
    }
}

// All of it on a store. Tests hand in another one: `Shop(.inMemory)`.
struct Shop {
    let runtime: Runtime
    let orders: Aggregates<OrderDecider>

    var store: any EventStore { runtime.store }

    init(_ engine: some StorageEngine) async throws {
        runtime = try await Runtime.open(engine) { Spending() }
        orders = Aggregates(in: runtime.store)
    }

    func spent(by customer: String) async throws -> Int {
        try await runtime.models[Spending.self].read { try $0.customers.row(at: customer)?.cents ?? 0 }
    }

    func best(_ count: Int) async throws -> [String] {
        try await runtime.models[Spending.self].read {
            try $0.customers.by(\.cents).page(limit: count, reversed: true).entries.map(\.key)
        }
    }
}

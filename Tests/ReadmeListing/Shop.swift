import DomainKit
import Nacre
import NacreLMDB
import NacreRuntime

// The events of an order, stored as JSON by their Codable conformance, under the types OrderPlaced and OrderShipped.
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
    // The caller reads the description, so it says what to do.
    struct Refused: DescribedError { let description: String }

    static let initialState = Order.none

    static func decide(_ command: Command, _ order: Order) throws(Refused) -> [OrderEvent] {
        switch (command, order) {
        case (.place(let customer, let cents), .none): [.placed(customer: customer, cents: cents)]
        case (.ship, .placed): [.shipped]
        // No event where the effect is there already: a repeated command does no harm.
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

// A read model: what each customer has spent. It is derived from the log, and can be deleted and rebuilt.
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

// The shop on a store. Tests use one in memory: `Shop(.inMemory)`.
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

import Nacre

/// The events of the shop in these tests.
enum OrderEvent: Codable, StoredEvent, Hashable {
    case placed(customer: String, amount: Int)
    case cancelled

    static let category = "order"
}

/// The total spending of each customer.
struct Spending: TableProjection {
    struct Customer: Codable, Hashable { var spent = 0 }

    static let customers = Table<String, Customer>()
    static let tables: TableSet = [customers]

    func apply(_ event: OrderEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {
        guard case .placed(let customer, let amount) = event else { return }
        var row = try tables.customers.row(at: customer) ?? Customer()
        row.spent += amount
        try tables.customers.set(row, at: customer)
    }
}

/// The number of orders; an order with a negative amount halts it.
struct Orders: TableProjection {
    struct Negative: Error {}
    struct Count: Codable, Hashable { var placed = 0 }

    static let counts = Table<String, Count>()
    static let tables: TableSet = [counts]

    func apply(_ event: OrderEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {
        guard case .placed(_, let amount) = event else { return }
        guard amount >= 0 else { throw Negative() }
        var row = try tables.counts.row(at: "all") ?? Count()
        row.placed += 1
        try tables.counts.set(row, at: "all")
    }
}

/// Appends a thank-you event for every order; an order with a negative amount halts it.
struct Thanking: ProcessManager {
    let name = "thanking"
    let query = Query.categories(OrderEvent.category)

    func react(to event: RecordedEvent) async throws -> Commit? {
        guard case .placed(let customer, let amount)? = try OrderEvent.codec.decode(event) else { return nil }
        guard amount >= 0 else { throw Orders.Negative() }
        return Commit([EventData(type: "Thanked", data: Array("\"\(customer)\"".utf8))], to: "thanks-\(customer)")
    }
}

extension EventStore {
    /// Places an order.
    @discardableResult
    func place(_ id: Int, by customer: String, _ amount: Int) async throws -> AppendResult {
        try await append([OrderEvent.codec.encode(.placed(customer: customer, amount: amount))], to: "order-\(id)")
    }
}

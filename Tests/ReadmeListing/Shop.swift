import DomainKit
import Nacre
import NacreLMDB

// What happens to an order.
enum OrderEvent: DomainEvent, StoredEvent {
    case placed(customer: String, cents: Int)
    case shipped

    static let category = "order"
    static let codec = OrderEventCodec()
}

// How that stands in the log, as JSON. What is not written, or not read, does not compile.
struct OrderEventCodec: TypedEventCodec {
    enum Kind: String, EventKind {
        case placed = "OrderPlaced"
        case shipped = "OrderShipped"
    }

    let types = EventTypes<Kind>()

    func encode(_ event: OrderEvent) -> EventData {
        switch event {
        case .placed(let customer, let cents):
            types.event(.placed) {
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

// The rules: pure functions, tested without a store.
enum OrderDecider: Decider {
    enum Order { case none, placed, shipped }
    enum Command {
        case place(customer: String, cents: Int)
        case ship
    }
    struct Refused: Error { let reason: String }

    static let initialState = Order.none

    static func decide(_ command: Command, _ order: Order) throws(Refused) -> [OrderEvent] {
        switch (command, order) {
        case (.place(let customer, let cents), .none): [.placed(customer: customer, cents: cents)]
        case (.place, _): throw Refused(reason: "it was placed already")
        case (.ship, .placed): [.shipped]
        case (.ship, .shipped): []
        case (.ship, .none): throw Refused(reason: "it was never placed")
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
struct Spending: Projection {
    let name = "spending", schemaVersion = 1
    let query = Query.types("OrderPlaced")
    let tables = [cents.definition]

    static let cents = Table<String, UInt64>(0) { cents in
        var row = RowWriter()
        row.number(cents)
        return row.bytes
    } decode: { bytes in
        var row = RowReader(bytes.span)
        return try row.number()
    }

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        guard case .placed(let customer, let cents) = try OrderEvent.codec.decode(event) else { return }
        let before = try Self.cents.row(at: customer, in: model) ?? 0
        try Self.cents.set(before + UInt64(cents), at: customer, in: model)
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        Self.cents.describe(key: key, value: value) { customer, cents in "\(customer) has spent \(cents)" }
    }
}

// All of it on a store. Tests hand in another one: `Shop(on: InMemoryEventStore(), models: InMemoryReadModelStore())`.
struct Shop {
    let store: any EventStore
    let orders: Aggregates<OrderDecider>
    private let spending: UpToDateReadModel

    init(on store: any EventStore, models: any ReadModelStore) {
        self.store = store
        orders = Aggregates(in: store)
        let runner = ProjectionRunner(projection: Spending(), store: store, models: models)
        spending = UpToDateReadModel("spending", in: models, updatedBy: runner)
    }

    static func live(at path: String) async throws -> Shop {
        let store = try await LMDBEventStore.open(at: path)
        return Shop(on: store, models: try await LMDBReadModelStore.open(at: "\(path)/views.mdb"))
    }

    func spent(by customer: String) async throws -> UInt64 {
        try await spending.read { try Spending.cents.row(at: customer, in: $0) ?? 0 }
    }
}

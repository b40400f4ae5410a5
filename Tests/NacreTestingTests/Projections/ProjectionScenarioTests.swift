import Nacre
import NacreTesting
import Testing

@Suite struct ProjectionScenarioTests {
    private let orders = OrdersProjection()
    private let codec = OrderEventCodec()
    private let placed = OrderEvent.placed(customer: "ada", items: [])

    @Test func `a fulfilled scenario throws nothing`() async throws {
        try await orders
            .given("order-1", [placed, .paid(cents: 30)], by: codec)
            .given("order-2", [.placed(customer: "bob", items: [])], by: codec)
            .given("order-1", EventData(type: "OrderPaid", data: [70]))
            .thenRows(
                "order-1 has paid 100", "order-2 has paid 0", "ada at 2000-01-01T00:00:00Z in 1 order",
                "bob at 2000-01-01T00:00:01Z in 1 order")
    }

    @Test func `a table can be named`() async throws {
        try await orders.given("order-1", [placed], by: codec)
            .thenRows("order-1 has paid 0", in: 0)
            .thenRows("ada at 2000-01-01T00:00:00Z in 1 order", in: 7)
            .thenRows(in: 1)
    }

    @Test func `no events make no rows`() async throws {
        try await orders.given("order-1").thenRows()
    }

    @Test func `an event keeps its own time`() async throws {
        let time = ManualTimeSource().advance(by: .seconds(60))
        var event = codec.encode(placed)
        event.time = time
        try await orders.given("order-1", event).thenRows("ada at \(time) in 1 order", in: 7)
    }

    @Test func `a projection halts at the expected position, and shows the events before`() async throws {
        let outcome =
            try await orders
            .given("order-1", [placed], by: codec)
            .given("order-1", EventData(type: "OrderPaid", data: []))
            .given("order-2", [placed], by: codec)
            .thenHalts(at: 2)
            .thenRows("order-1 has paid 0", in: 0)
        #expect(outcome.halt?.cause is OrdersProjection.Unreadable)
        #expect(outcome.halt?.message.contains("since 2000-01-01T00:00:03Z") == true)
        #expect(try await outcome.store.head() == 3)
        #expect(try outcome.models.read("orders") { try $0.state()?.checkpoint.position } == 1)
    }

    @Test func `other rows fail, with the difference and the given events`() async throws {
        let failure = try await scenarioFailure {
            try await orders.given("order-1", [placed, .paid(cents: 30)], by: codec)
                .thenRows("order-1 has paid 31", "order-2 has paid 0", in: 0)
        }
        #expect(
            failure.description == """
                \(failure.sourceLocation.fileID):\(failure.sourceLocation.line): projection orders has other rows in table 0 (- expected, + found)
                - order-1 has paid 31
                - order-2 has paid 0
                + order-1 has paid 30
                given
                    1 OrderPlaced in order-1, bytes of "ada"
                    2 OrderPaid in order-1, bytes 1e
                """)
        #expect(failure.sourceLocation.line == #line - 12)
    }

    @Test func `unexpected rows fail`() async throws {
        let failure = try await scenarioFailure { try await orders.given("order-1", [placed], by: codec).thenRows() }
        #expect(failure.difference.contains("+ order-1 has paid 0"))
    }

    @Test func `a halt fails where rows are expected`() async throws {
        let failure = try await scenarioFailure {
            try await orders.given("order-1", EventData(type: "OrderPaid", data: [])).thenRows()
        }
        #expect(failure.finding.contains("halts before position 1"))
    }

    @Test func `a halt at another position fails, and so does none`() async throws {
        let scenario = try orders.given("order-1", [placed], by: codec)
        let none = try await scenarioFailure { try await scenario.thenHalts(at: 1) }
        #expect(none.finding.contains("does not halt at position 1: it applies all events"))
        let elsewhere = try await scenarioFailure {
            try await scenario.given("order-1", EventData(type: "OrderPaid", data: [])).thenHalts(at: 1)
        }
        #expect(elsewhere.finding.contains("halts before position 2"))
    }
}

/// Encodes the events of orders in as few bytes as possible.
struct OrderEventCodec: EventCodec {
    func encode(_ event: OrderEvent) -> EventData {
        switch event {
        case .placed(let customer, _): EventData(type: "OrderPlaced", data: Array(customer.utf8))
        case .paid(let cents): EventData(type: "OrderPaid", data: [UInt8(truncatingIfNeeded: cents)])
        case .shipped: EventData(type: "OrderShipped", data: [])
        }
    }

    func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> OrderEvent? { nil }
}

/// The payments of each order in table 0, the number of a customer's orders in table 7.
struct OrdersProjection: Projection {
    struct Unreadable: Error {}

    var name: String { "orders" }
    var schemaVersion: Int { 1 }
    var query: Query { .categories("order") }
    var tables: [TableDefinition] { [TableDefinition(0), TableDefinition(7)] }

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        let order = Array(event.stream.text.utf8)
        switch event.type {
        case "OrderPlaced":
            try model.setValue([0], for: order, in: 0)
            let customer = Array("\(String(decoding: event.recorded().data, as: UTF8.self)) at \(event.time)".utf8)
            try model.setValue([(try model.value(for: customer, in: 7)?.first ?? 0) + 1], for: customer, in: 7)
        case "OrderPaid":
            guard !event.data.isEmpty else { throw Unreadable() }
            try model.setValue([(try model.value(for: order, in: 0)?.first ?? 0) + event.data[0]], for: order, in: 0)
        default: break
        }
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        let name = String(decoding: key, as: UTF8.self)
        let number = value.first ?? 0
        return table == 0 ? "\(name) has paid \(number)" : "\(name) in \(number) order\(number == 1 ? "" : "s")"
    }
}

import DomainKit
import Nacre

// The listings of `FromCRUD.md`.

enum FromCRUD {
    struct OpenOrders: TableProjection {
        struct Row: Codable, Sendable { var customer: String, cents: Int, placed: Instant }

        static let orders = Table<String, Row>().indexed(\.customer, \.placed)
        static let tables: TableSet = [orders]

        func apply(_ event: OrderEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {
            let id = recorded.stream.id
            switch event {
            case .placed(let customer, let cents):
                try tables.orders.set(Row(customer: customer, cents: cents, placed: recorded.time), at: id)
            case .shipped: try tables.orders.remove(id)
            }
        }
    }

    struct OrderRow {
        let id: Int
        let customer: String
        let cents: Int
        let isShipped: Bool
    }

    func move(_ rows: [OrderRow], to store: any EventStore) async throws {
        for row in rows {
            var events: [OrderEvent] = [.placed(customer: row.customer, cents: row.cents)]
            if row.isShipped { events.append(.shipped) }
            do {
                let data = try events.map { try OrderEvent.codec.encode($0) }
                try await store.append(data, to: StreamName("order-\(row.id)"), expecting: .noStream)
            } catch let error where error.isConflict {
                // The row was moved by an earlier run.
            }
        }
    }
}

import DomainKit
import Nacre

// The listings of `Projections.md`, "Rows and indexes by hand".

/// A row with a byte form written by hand.
struct OrderRow: Sendable {
    let user: String

    var bytes: [UInt8] { Array(user.utf8) }

    init(bytes: [UInt8]) { user = String(decoding: bytes, as: UTF8.self) }

    init(_ event: EventView) throws { user = event.stream.id }
}

enum OrderTables {
    static let byUser = TableIndex<Position, OrderRow, String>(1) { [$0.user] }
    static let orders = Table<Position, OrderRow>(0, encode: { $0.bytes }, decode: OrderRow.init(bytes:))
        .indexed(by: byUser)
}

struct OrdersProjection: Projection {
    let name = "orders"
    let schemaVersion = 1
    let query = Query.categories("order")
    let tables = [OrderTables.orders.definition]

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        guard event.type == "OrderPlaced" else { return }
        try OrderTables.orders.set(try OrderRow(event), at: event.position, in: model)
    }
}

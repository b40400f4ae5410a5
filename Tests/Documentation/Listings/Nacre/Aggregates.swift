import DomainKit
import Nacre

// The listings in comments of `Sources/Nacre/Aggregates`.

func shipOrder(in store: any EventStore) async throws {
    let orders = Aggregates<OrderDecider>("order", in: store, codec: OrderEventCodec())
    try await orders.execute(.ship, on: "42")
}

extension AccountDecider: RecordedDecider {
    static func evolve(_ account: inout Account, _ event: AccountEvent, recorded: RecordedEvent) {
        evolve(&account, event)
        account.lastMovement = recorded.time
    }
}

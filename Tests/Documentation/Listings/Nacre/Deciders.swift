import DomainKit
import Nacre

// The listings of `Deciders.md`.

struct Deciders {
    let store: any EventStore
    let models: any ReadModelStore

    struct EmailIsTaken: Error {}
    struct Request { let id: String }
    struct User { let name: String }

    func declare() async throws {
        enum OrderEvent: DomainEvent, Codable, StoredEvent {
            static let category = "order"

            case placed(customer: String, cents: Int)
            case shipped
        }

        let orders = Aggregates<OrderDecider>(in: store)
        try await orders.execute(.ship, on: "42")
    }

    func decideTogether() async throws {
        let accounts = Aggregates<AccountDecider>(in: store)

        try await store.decide { decision in
            try await decision.execute(.withdraw(cents: 50), on: "ada", in: accounts)
            try await decision.execute(.deposit(cents: 50), on: "bob", in: accounts)
        }

        try await store.decide { decision in
            guard try await !decision.contains(.tagged("email:ada@example.org")) else { throw EmailIsTaken() }
            try await decision.execute(.open(owner: "Ada", email: "ada@example.org"), on: "7", in: accounts)
        }

        let withdrawal = try await accounts.commit(deciding: .withdraw(cents: 50), on: "ada")
        let deposit = try await accounts.commit(deciding: .deposit(cents: 50), on: "bob")
        try await store.append(withdrawal + deposit)
    }

    func remember() {
        let snapshots = Snapshots("account", in: models, codec: JSONSnapshotCodec<Account>(schema: 1), every: 500)
        let accounts = Aggregates<AccountDecider>(in: store).withSnapshots(snapshots)
        _ = accounts
    }

    func attribute(_ request: Request, by user: User, reactingTo event: RecordedEvent) async throws {
        let orders = Aggregates<OrderDecider>(in: store)
        let parcels = Aggregates<ParcelDecider>(in: store)

        try await EventContext.with(correlationID: request.id, actor: user.name) {
            try await orders.execute(.ship, on: "42")
        }

        try await EventContext.reacting(to: event) {
            try await parcels.execute(.pack(for: "ada"), on: "42")
        }
    }

    func decideOnQuery() async throws {
        let vouchers = Decisions<VoucherDecider>(in: store)
        try await vouchers.execute(.redeem("X1"), over: .tagged("voucher:X1"), appendingTo: "order-42")
    }
}

import DomainKit
import Nacre

// The listings of `AppendConditions.md`.

enum VoucherEvent: DomainEvent, Codable, StoredEvent {
    static let category = "voucher"

    case used(voucher: String)

    var tags: [Tag] {
        switch self {
        case .used(let voucher): [VoucherDecider.tag(of: voucher)]
        }
    }
}

enum VoucherDecider: Decider {
    enum Command { case redeem(String) }
    struct UsedUp: DescribedError { let description = "the voucher was used three times: remove it" }

    static let initialState = 0

    static func decide(_ command: Command, _ uses: Int) throws(UsedUp) -> [VoucherEvent] {
        guard uses < 3 else { throw UsedUp() }
        switch command {
        case .redeem(let voucher): return [.used(voucher: voucher)]
        }
    }

    static func evolve(_ uses: inout Int, _ event: VoucherEvent) { uses += 1 }

    static func tag(of voucher: String) -> Tag { Tag("voucher:\(voucher)") }
}

struct AppendConditions {
    let store: any EventStore
    let accounts: Aggregates<AccountDecider>

    struct EmailIsTaken: Error {}
    struct NameIsTaken: Error {}

    func openAccount() async throws {
        try await store.decide { decision in
            guard try await !decision.contains(.tagged("email:ada@example.org")) else { throw EmailIsTaken() }
            try await decision.execute(.open(owner: "Ada", email: "ada@example.org"), on: "7", in: accounts)
        }
    }

    func redeemOnce() async throws {
        try await store.append(
            Commit {
                Append(
                    EventData(type: "VoucherRedeemed", tags: ["voucher:X1"], data: Array("{}".utf8)), to: "order-42")
                Condition(failIfEventsMatch: .tagged("voucher:X1"))
            })
    }

    func redeem() async throws {
        let vouchers = Decisions<VoucherDecider>(in: store)
        try await vouchers.execute(.redeem("X1"), over: .tagged("voucher:X1"), appendingTo: "order-42")
    }

    func takeName() async throws {
        let taken = Query.tagged("screenName:ada")
        let seen = try await store.head()
        let holders = try await store.readLog(.forward(), matching: taken, limit: 1).collect()
        guard holders.isEmpty else { throw NameIsTaken() }
        try await store.append(
            Commit {
                Append(
                    EventData(type: "NameChosen", tags: ["screenName:ada"], data: Array("{}".utf8)), to: "profile-7")
                Condition(failIfEventsMatch: taken, after: seen)
            })
    }
}

import Nacre

// The listings in comments of `Sources/Nacre/Appending`.

struct Appending {
    let store: any EventStore

    struct UsedUp: Error {}

    func redeem(_ redeemed: EventData) async throws {
        let voucher = Query.tagged("voucher:X1")
        let seen = try await store.head()
        let uses = try await store.readLog(.forward(), matching: voucher, limit: nil).collect()
        guard uses.count < 3 else { throw UsedUp() }
        try await store.append(
            Commit {
                Append(redeemed, to: "order-42")
                Condition(failIfEventsMatch: voucher, after: seen)
            })
    }

    func ship(_ shipped: EventData, after seen: Position) async throws {
        try await store.append(
            Commit {
                Expect("order-42", .exact(3))
                Append(shipped, to: "order-42")
                Check("customer-7", .streamExists)
                Condition(failIfEventsMatch: .tagged("voucher:X1"), after: seen)
            })
    }
}

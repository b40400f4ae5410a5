internal import DomainKit
internal import Nacre

extension ConformanceRule {
    /// Decisions on several streams that take effect together.
    static let transfers: [ConformanceRule] = [
        .core("64 callers that transfer money between two accounts in one scope all succeed, and no balance is lost") {
            store in
            try await transfer(among: 2, by: 64, in: store)
        },
        .core("64 callers that transfer money among ten accounts in one scope all succeed, and no balance is lost") {
            store in
            try await transfer(among: 10, by: 64, in: store)
        },
        .core("of 64 callers that claim one name in one scope, one gets it, and the others see that it is taken") {
            store in
            let name = Query.tagged("name:ada")
            let winners = try await results(of: 64) { number in
                try await store.decide { decision in
                    guard try await !decision.contains(name) else { return false }
                    // Without a suspension, callers would run one after the other on a fast store.
                    await Task.yield()
                    try decision.append([.fact("\(number)", tags: ["name:ada"])], to: "person-\(number)")
                    return true
                }.value
            }
            try requireEqual(winners.count(where: \.self), 1, "the callers that took the name")
            try requireEqual(try await store.readLog(matching: name).collect().count, 1, "the events with the name")
        },
    ]

    /// Lets callers move money between two of a number of accounts, each a different amount.
    private static func transfer(among count: Int, by callers: Int, in store: any EventStore) async throws {
        let accounts = Aggregates<Ledger>("account", in: store, codec: LedgerCodec())
        let transfers = (0..<callers).map { number in
            let from = number % count
            return (from: from, to: (from + 1 + number / count % (count - 1)) % count, amount: number + 1)
        }
        _ = try await results(of: callers) { number in
            let transfer = transfers[number]
            try await store.decide { decision in
                try await decision.execute(-transfer.amount, on: "\(transfer.from)", in: accounts)
                // Without a suspension, callers would run one after the other on a fast store.
                await Task.yield()
                try await decision.execute(transfer.amount, on: "\(transfer.to)", in: accounts)
            }
        }
        var expected = [Int](repeating: 0, count: count)
        for transfer in transfers {
            expected[transfer.from] -= transfer.amount
            expected[transfer.to] += transfer.amount
        }
        var balances: [Int] = []
        for account in 0..<count { balances.append(try await accounts.load("\(account)").state) }
        try requireEqual(balances, expected, "the balances")
        let commits = try await store.readLog().collect().count(where: \.isLastOfCommit)
        try requireEqual(commits, callers, "the commits")
    }
}

/// An account whose events contain the balance, so that a lost update would show.
private enum Ledger: Decider {
    struct Booked: DomainEvent {
        let balance: Int
    }

    static let initialState = 0

    static func decide(_ command: Int, _ state: Int) -> [Booked] { [Booked(balance: state + command)] }

    static func evolve(_ state: inout Int, _ event: Booked) { state = event.balance }
}

private struct LedgerCodec: EventCodec {
    func encode(_ event: Ledger.Booked) -> EventData { .fact("\(event.balance)", type: "Booked") }

    func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> Ledger.Booked? {
        guard recorded.type == "Booked" else { return nil }
        guard let balance = Int(recorded.text) else {
            throw EventDecodingError(.malformed, "its data is not a number", in: recorded)
        }
        return Ledger.Booked(balance: balance)
    }
}

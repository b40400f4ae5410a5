import DomainKit
import Nacre

/// A small bank for the tests of decisions over several aggregates: accounts that cannot be overdrawn.
enum AccountDecider: Decider {
    enum Command: Sendable {
        case deposit(Int)
        case withdraw(Int)
    }

    enum Event: DomainEvent {
        case deposited(Int)
        case withdrawn(Int)
    }

    struct Overdrawn: Error, Equatable {
        let balance: Int
    }

    static let initialState = 0

    static func decide(_ command: Command, _ state: Int) throws(Overdrawn) -> [Event] {
        switch command {
        case .deposit(0), .withdraw(0): return []
        case .deposit(let amount): return [.deposited(amount)]
        case .withdraw(let amount):
            guard amount <= state else { throw Overdrawn(balance: state) }
            return [.withdrawn(amount)]
        }
    }

    static func evolve(_ state: inout Int, _ event: Event) {
        switch event {
        case .deposited(let amount): state += amount
        case .withdrawn(let amount): state -= amount
        }
    }
}

/// Movements of accounts in the log, tagged `money`.
struct AccountCodec: EventCodec {
    func encode(_ event: AccountDecider.Event) -> EventData {
        switch event {
        case .deposited(let amount): EventData(type: "Deposited", tags: ["money"], data: Array("\(amount)".utf8))
        case .withdrawn(let amount): EventData(type: "Withdrawn", tags: ["money"], data: Array("\(amount)".utf8))
        }
    }

    func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> AccountDecider.Event? {
        guard recorded.type == "Deposited" || recorded.type == "Withdrawn" else { return nil }
        guard let amount = Int(String(decoding: recorded.data, as: UTF8.self)) else {
            throw EventDecodingError(.malformed, "its amount is none", in: recorded)
        }
        return recorded.type == "Deposited" ? .deposited(amount) : .withdrawn(amount)
    }
}

extension AccountDecider.Event: StoredEvent {
    static let category = "account"
    static let codec = AccountCodec()
}

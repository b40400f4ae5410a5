import DomainKit
import Nacre
import NacreRuntime

/// A decider whose states have lists, optional values and cases, for generated histories.
enum LedgerDecider: JudgingDecider {
    enum Event: Codable, StoredEvent, DomainEvent, Hashable {
        case opened(owner: String)
        case entered(amount: Int)
        case corrected(index: Int, amount: Int)
        case noted(String?)
        case closed

        static let category = "ledger"
    }

    enum Ledger: Sendable, Equatable {
        case none
        case open(owner: String, entries: [Int] = [], note: String? = nil)
        case closed(owner: String, entries: [Int])
    }

    typealias Failure = Never

    static let initialState = Ledger.none

    static func decide(_ command: Event, _ state: Ledger) -> [Event] { allows(command, in: state) ? [command] : [] }

    static func refusal(of event: Event, in state: Ledger) -> Refusal? {
        switch (state, event) {
        case (.none, .opened), (.open, .entered), (.open, .noted), (.open, .closed): nil
        case (.open(_, let entries, _), .corrected(let index, _)):
            entries.indices.contains(index) ? nil : Refusal("there is no such entry")
        case (.none, _): Refusal("the ledger was never opened")
        case (.open, .opened): Refusal("the ledger was opened before")
        case (.closed, _): Refusal("the ledger is closed")
        }
    }

    static func evolve(_ state: inout Ledger, _ event: Event) {
        switch (state, event) {
        case (.none, .opened(let owner)): state = .open(owner: owner)
        case (.open(let owner, let entries, let note), .entered(let amount)):
            state = .open(owner: owner, entries: entries + [amount], note: note)
        case (.open(let owner, var entries, let note), .corrected(let index, let amount))
        where entries.indices.contains(index):
            entries[index] = amount
            state = .open(owner: owner, entries: entries, note: note)
        case (.open(let owner, let entries, _), .noted(let note)):
            state = .open(owner: owner, entries: entries, note: note)
        case (.open(let owner, let entries, _), .closed): state = .closed(owner: owner, entries: entries)
        case (.none, _), (.open, _), (.closed, _): break
        }
    }

    /// An event, most of the time one that the rules allow.
    static func event(using random: inout some RandomNumberGenerator) -> Event {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: .opened(owner: ["ada", "caf\u{E9}", "cafe\u{301}"].randomElement(using: &random) ?? "")
        case 1...5: .entered(amount: Int.random(in: 0..<3, using: &random))
        case 6...8:
            .corrected(index: Int.random(in: 0..<4, using: &random), amount: Int.random(in: 0..<3, using: &random))
        case 9: .noted(nil)
        case 10: .noted(["n", "m"].randomElement(using: &random))
        default: .closed
        }
    }
}

import DomainKit
import Nacre

/// A small domain for the tests of decisions: tickets are numbered as they are sold, without a gap, until they are sold
/// out.
enum TicketDecider: Decider {
    enum Command: Sendable {
        /// Sell a number of tickets, each with the number after the last; 0 sells none.
        case sell(Int)
    }

    enum Event: DomainEvent {
        case sold(number: Int)
    }

    struct SoldOut: Error {}

    /// Numbers of the tickets sold, in order.
    typealias State = [Int]

    static let capacity = 200
    static let initialState: [Int] = []

    static func decide(_ command: Command, _ state: [Int]) throws(SoldOut) -> [Event] {
        switch command {
        case .sell(let count):
            guard state.count + count <= capacity else { throw SoldOut() }
            return (0..<count).map { .sold(number: (state.last ?? 0) + 1 + $0) }
        }
    }

    static func evolve(_ state: inout [Int], _ event: Event) {
        switch event {
        case .sold(let number): state.append(number)
        }
    }
}

/// Tickets in the log, tagged `sale`.
struct TicketCodec: EventCodec {
    static let sale: Query = .tagged("sale")

    var metadata: [UInt8] = []

    func encode(_ event: TicketDecider.Event) -> EventData {
        switch event {
        case .sold(let number):
            EventData(type: "TicketSold", tags: ["sale"], data: Array("\(number)".utf8), metadata: metadata)
        }
    }

    func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> TicketDecider.Event? {
        guard recorded.type == "TicketSold" else { return nil }
        guard let number = Int(String(decoding: recorded.data, as: UTF8.self)) else {
            throw EventDecodingError(.malformed, "its data is not a number", in: recorded)
        }
        return .sold(number: number)
    }
}

extension TicketDecider.Event: StoredEvent {
    static let category = "sale"
    static let codec = TicketCodec()
}

import DomainKit
import Nacre

/// Counts, and stores the count in each event, so that a decision on stale state shows in the log.
enum CounterDecider: Decider {
    struct State: Codable, Hashable, Sendable {
        var count: UInt8 = 0
        var digest: UInt32 = 0
    }

    enum Command: Sendable { case count }

    struct Event: DomainEvent, Hashable { let number: UInt8 }

    static let initialState = State()

    static func decide(_ command: Command, _ state: State) throws(Never) -> [Event] { [Event(number: state.count + 1)] }

    static func evolve(_ state: inout State, _ event: Event) {
        state.count = event.number
        state.digest = state.digest &* 31 &+ UInt32(event.number)
    }
}

/// The number in a byte.
struct CounterCodec: EventCodec {
    func encode(_ event: CounterDecider.Event) -> EventData { EventData(type: "Counted", data: [event.number]) }

    func decode(_ recorded: RecordedEvent) -> CounterDecider.Event? {
        recorded.type == "Counted" ? CounterDecider.Event(number: recorded.data[0]) : nil
    }
}

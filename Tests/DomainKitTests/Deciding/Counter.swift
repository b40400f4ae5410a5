import DomainKit

/// A small domain for tests: a counter with a maximum of three.
enum CounterDecider: Decider {
    enum Command: Sendable {
        case add
        case leave
    }

    enum Event: DomainEvent {
        case added
    }

    struct Full: Error {}

    static let initialState = 0

    static func decide(_ command: Command, _ state: Int) throws(Full) -> [Event] {
        switch command {
        case .leave: return []
        case .add:
            guard state < 3 else { throw Full() }
            return [.added]
        }
    }

    static func evolve(_ state: inout Int, _ event: Event) {
        state += 1
    }
}

/// Counters whose first saves conflict with another writer.
actor ContendedCounters: Repository {
    typealias Model = CounterDecider

    private var events: [CounterDecider.Event]
    private var rivals: Int
    private(set) var loads = 0
    private(set) var saves = 0

    init(events: [CounterDecider.Event] = [], rivals: Int = 0) {
        self.events = events
        self.rivals = rivals
    }

    func load(_ id: String) -> Versioned<Int> {
        loads += 1
        return Versioned(state: CounterDecider.replay(events), version: UInt64(events.count))
    }

    func save(_ new: [CounterDecider.Event], for id: String, expecting version: UInt64) throws -> UInt64 {
        saves += 1
        if rivals > 0 {
            rivals -= 1
            events.append(.added)
        }
        guard version == UInt64(events.count) else {
            throw ConcurrencyConflict(stream: id, expected: version, actual: UInt64(events.count))
        }
        events += new
        return UInt64(events.count)
    }
}

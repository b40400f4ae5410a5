import ItemsDomain
import Nacre

/// The items that each way appends to, their histories, and the commands on them, all determined in advance.
struct CommandPlan: Hashable, Sendable {
    /// An event that must be in the log.
    struct Expected: Equatable, Sendable {
        var stream: StreamName
        var version: StreamVersion
        var event: ItemEvent
    }

    /// The order in which histories are filled in.
    ///
    /// The events appended last are cached best, which the reference measurement should benefit from.
    static let filling: [CommandWay] = [.withSnapshots, .command, .append]

    /// Events that a way appends in a slice.
    var commands: Int

    /// The number of slices of each way, including the warm-up.
    var slices: Int

    /// Events of an item whose whole history is folded.
    var events: Int

    /// Events of an item whose state is remembered.
    var longEvents: Int

    /// The number of items whose state is remembered, used in turn.
    var longItems: Int

    /// The number of folded events after which a state is remembered again.
    var snapshotInterval: Int

    /// The least number of bytes in the data of an event with a name.
    var payloadBytes: Int

    /// The seed of the random draws.
    var seed: UInt64

    /// The events of a way's items before the measurement.
    ///
    /// Items with short histories are appended to once each, so that the histories stay short.
    func history(of way: CommandWay) -> ItemHistory {
        let seed = seed &+ UInt64(CommandWay.allCases.firstIndex(of: way) ?? 0)
        let (items, events) = way == .withSnapshots ? (longItems, longEvents) : (commands * slices, events)
        return ItemHistory(events: items * events, streams: items, payloadBytes: payloadBytes, seed: seed)
    }

    var filledEvents: Int { CommandWay.allCases.reduce(0) { $0 + history(of: $1).events } }

    /// The number of events by which an item's remembered state lags behind its history at first.
    ///
    /// The lags are evenly spread, as they are for items that are not appended to at the same time.
    func tail(ofItem item: Int) -> Int { item * snapshotInterval / longItems }

    /// The event that a way's append or command adds to its items' history, by number from 0.
    func appended(by way: CommandWay, _ number: Int) -> Expected {
        let history = history(of: way)
        return expected(of: history, history.events + number, .renamed(name: history.name(history.events + number)))
    }

    func expected(of history: ItemHistory, _ number: Int) -> Expected {
        expected(of: history, number, history.event(number))
    }

    private func expected(of history: ItemHistory, _ number: Int, _ event: ItemEvent) -> Expected {
        Expected(
            stream: history.stream(of: number), version: StreamVersion(number / history.streams + 1), event: event)
    }
}
